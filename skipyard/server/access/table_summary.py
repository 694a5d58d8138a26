"""What a table plays with, in words: the options that are not the usual ones, and its clock."""

from __future__ import annotations

from skipyard.games.facts import chosen_facts
from skipyard.server.sentences import say
from skipyard.table.host import Host
from skipyard.table.policy import NO_CLOCK, PER_GAME

MINUTE = 60  # seconds


def agreed(host: Host, language: str) -> list[str]:
    """A line for everything that is not as usual; none where all is."""
    found = chosen_facts(host.game, host.chosen, language)
    policy = host.policy
    if policy.clock != NO_CLOCK:
        time = policy.time / MINUTE if policy.clock == PER_GAME else policy.time
        key = f"agreed.clock_{policy.clock}"
        found.append(say(language, key, time=f"{time:g}", increment=policy.increment))
        if policy.casual:
            found.append(say(language, "page.casual"))
    return found
