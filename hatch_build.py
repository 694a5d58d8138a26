"""Puts the browser client into the wheel; an editable install leaves that to `make web`."""

from __future__ import annotations

import pathlib
import sys
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(pathlib.Path(__file__).parent / "web"))
import build


class ClientHook(BuildHookInterface[BuilderConfig]):
    """hatchling asks for what the build needs, then calls it."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if build.machine_npm() else [build.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            build.build()
