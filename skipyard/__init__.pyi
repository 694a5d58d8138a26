from collections.abc import Mapping

from skipyard.api.analysis import Advice as Advice
from skipyard.api.analysis import analyse as analyse
from skipyard.api.bots import Bot as Bot
from skipyard.api.bots import bot as bot
from skipyard.api.matches import MatchResult as MatchResult
from skipyard.api.matches import match as match
from skipyard.api.moves import Move as Move
from skipyard.api.saving import loads as loads
from skipyard.api.table import Table as Table
from skipyard.api.view import WATCHER as WATCHER
from skipyard.api.view import View as View
from skipyard.batch import Batch as Batch
from skipyard.games import GAMES as GAMES
from skipyard.games.feature_layout import observation_digest as observation_digest
from skipyard.options import Refused as Refused

__all__: list[str]
__version__: str
OBSERVATIONS: int
PUBLIC: Mapping[str, str]
