/* A bot in C without a JSON library: it answers with the first action that it is offered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t room = 1 << 20;
    char *line = malloc(room);
    if (!line) return 1;
    while (fgets(line, (int)room, stdin)) {
        char *paths = strstr(line, "\"paths\":[{");
        char *action = paths ? strstr(paths, "\"action\":") : NULL;
        if (!action) continue; /* not our turn */
        printf("{\"action\": %d}\n", atoi(action + strlen("\"action\":")));
        fflush(stdout);
    }
    free(line);
    return 0;
}
