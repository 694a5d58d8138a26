"""What a table plays by, in words: all that differs from the book, and how it is run."""

from __future__ import annotations

from skipyard.games.facts import chosen_facts
from skipyard.server.sentences import say
from skipyard.table import log_limit, pace
from skipyard.table.host import Host
from skipyard.table.policy import NO_CLOCK, PER_GAME, Policy

MINUTE = 60  # seconds
USUAL = Policy(chairs=())


def agreed(host: Host, language: str) -> list[str]:
    """One line for each option that differs from the default, and for how the table is run."""
    return [*chosen_facts(host.game, host.chosen, language), *run_by(host, language)]


def run_by(host: Host, language: str) -> list[str]:
    """Clock, friendly or not, and the waits that are not as usual."""
    policy, lines = host.policy, []
    if policy.clock != NO_CLOCK:
        time = policy.time / MINUTE if policy.clock == PER_GAME else policy.time
        key = f"agreed.clock_{policy.clock}"
        lines.append(say(language, key, time=f"{time:g}", increment=policy.increment))
    if policy.casual:
        lines.append(say(language, "page.casual"))
    for name in ("grace", "reveal"):
        seconds = getattr(policy, name)
        if name == "reveal" and not seconds:
            lines.append(say(language, "agreed.reveal_0"))
        elif seconds != getattr(USUAL, name):
            lines.append(say(language, f"agreed.{name}", seconds=seconds))
    usual_pace = pace.name_of(host.pace) == pace.BRISK
    if not usual_pace and any(chair.bot for chair in host.chairs):
        lines.append(say(language, f"agreed.pace_{pace.name_of(host.pace)}"))
    long = log_limit.told(host.seq, language)
    return [*lines, long] if long else lines
