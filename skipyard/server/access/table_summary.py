"""What a table has agreed on, in words: options that differ from the default, and its clock."""

from __future__ import annotations

from skipyard.games.facts import chosen_facts
from skipyard.server.sentences import say
from skipyard.table.host import Host
from skipyard.table.policy import NO_CLOCK, PER_GAME

MINUTE = 60  # seconds


def agreed(host: Host, language: str) -> list[str]:
    """One line for each option that differs from the default, and for a clock."""
    lines = chosen_facts(host.game, host.chosen, language)
    policy = host.policy
    if policy.clock != NO_CLOCK:
        time = policy.time / MINUTE if policy.clock == PER_GAME else policy.time
        key = f"agreed.clock_{policy.clock}"
        lines.append(say(language, key, time=f"{time:g}", increment=policy.increment))
        if policy.casual:
            lines.append(say(language, "page.casual"))
    return lines
