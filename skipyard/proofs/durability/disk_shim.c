/* Records in order what a program does to the files of one folder, and fakes failing disks.

   Loaded with LD_PRELOAD. In the environment:
     SHIM_FOLDER   the folder that is watched
     SHIM_JOURNAL  the journal file; standard output is recorded there too, as 'A'
     SHIM_ERROR    an errno with which writing fails, once SHIM_AFTER bytes were written
     SHIM_RELIEF   a file; when it appears, writing works again

   The journal has a line for each operation, then the bytes that were written:
     C name | T name length | W name offset length | S name | D | U name | R old new | A length  */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 1024
#define LONGEST 512
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* an operation and its line belong together */
static char names[MOST_FILES][LONGEST]; /* by descriptor; "." is the folder, "" is not ours */
static const char *folder;
static int journal = -1, failure;
static long allowance, used;

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("SHIM_JOURNAL"), *error = getenv("SHIM_ERROR");
    folder = getenv("SHIM_FOLDER");
    if (file)
        journal = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (error) {
        failure = atoi(error);
        allowance = atol(getenv("SHIM_AFTER"));
    }
}

/* The name of a path within the folder; NULL where it is elsewhere. */
static const char *name_in_folder(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    if (!length || !path || strncmp(path, folder, length)) return NULL;
    if (!path[length]) return ".";
    return path[length] == '/' ? path + length + 1 : NULL;
}

static const char *name_of(int fd) {
    return fd >= 0 && fd < MOST_FILES && names[fd][0] ? names[fd] : NULL;
}

static void write_bytes(const void *bytes, size_t length) {
    if (journal >= 0) syscall(SYS_write, journal, bytes, length);
}

static void write_line(const char *form, ...) {
    char line[2 * LONGEST + 80];
    va_list values;
    va_start(values, form);
    int length = vsnprintf(line, sizeof line, form, values);
    va_end(values);
    write_bytes(line, length);
}

/* Whether a write of this many bytes fails now. */
static int fails(long bytes) {
    const char *relief = getenv("SHIM_RELIEF");
    if (!failure) return 0;
    if (used + bytes <= allowance) {
        used += bytes;
        return 0;
    }
    if (relief && syscall(SYS_faccessat, AT_FDCWD, relief, F_OK, 0) == 0) return 0;
    used = allowance; /* the disk is full from now on */
    errno = failure;
    return 1;
}

static int opened(const char *path, int flags, mode_t mode) {
    const char *name = name_in_folder(path);
    pthread_mutex_lock(&lock);
    int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
    int fd = -1;
    struct stat status;
    int there = name && stat(path, &status) == 0;
    if (!(name && writes && failure == EROFS && fails(1)))
        fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (fd >= 0 && fd < MOST_FILES) {
        snprintf(names[fd], LONGEST, "%s", name ? name : "");
        if (name && (flags & O_CREAT) && !there) write_line("C %s\n", name);
        if (name && (flags & O_TRUNC) && there) write_line("T %s 0\n", name);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPEN(symbol)                                    \
    int symbol(const char *path, int flags, ...) {      \
        mode_t mode = 0;                                \
        if (flags & (O_CREAT | O_TMPFILE)) {            \
            va_list values;                             \
            va_start(values, flags);                    \
            mode = va_arg(values, mode_t);              \
            va_end(values);                             \
        }                                               \
        return opened(path, flags, mode);               \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    pthread_mutex_lock(&lock);
    if (fd >= 0 && fd < MOST_FILES) names[fd][0] = 0;
    int done = REAL(close)(fd);
    pthread_mutex_unlock(&lock);
    return done;
}

static ssize_t written(int fd, const void *bytes, size_t length, off_t offset, int at_offset) {
    const char *name = name_of(fd);
    pthread_mutex_lock(&lock);
    ssize_t done = -1;
    if (!(name && fails(length))) {
        if (name && !at_offset) offset = lseek(fd, 0, SEEK_CUR);
        done = at_offset ? syscall(SYS_pwrite64, fd, bytes, length, offset)
                         : syscall(SYS_write, fd, bytes, length);
        if (name && done > 0) write_line("W %s %ld %ld\n", name, (long)offset, (long)done);
        if (fd == STDOUT_FILENO && done > 0) write_line("A %ld\n", (long)done);
        if ((name || fd == STDOUT_FILENO) && done > 0) write_bytes(bytes, done);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    return written(fd, bytes, length, 0, 0);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return written(fd, bytes, length, offset, 1);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    return written(fd, bytes, length, offset, 1);
}

static int truncated(int fd, off_t length) {
    const char *name = name_of(fd);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!(name && fails(1))) {
        done = syscall(SYS_ftruncate, fd, length);
        if (name && !done) write_line("T %s %ld\n", name, (long)length);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate(int fd, off_t length) { return truncated(fd, length); }
int ftruncate64(int fd, off64_t length) { return truncated(fd, length); }

static int synced(int fd, long call) {
    const char *name = name_of(fd);
    pthread_mutex_lock(&lock);
    int done = syscall(call, fd);
    if (name && !done) {
        if (strcmp(name, ".")) write_line("S %s\n", name);
        else write_line("D\n");
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int unlink(const char *path) {
    const char *name = name_in_folder(path);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!(name && failure == EROFS && fails(1))) {
        done = REAL(unlink)(path);
        if (name && !done) write_line("U %s\n", name);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

int rename(const char *old, const char *new) {
    const char *from = name_in_folder(old), *to = name_in_folder(new);
    pthread_mutex_lock(&lock);
    int done = -1;
    if (!(to && failure == EROFS && fails(1))) {
        done = REAL(rename)(old, new);
        if (from && to && !done) write_line("R %s %s\n", from, to);
    }
    pthread_mutex_unlock(&lock);
    return done;
}
