"""Which files of the repository are pages of the site, where they are there, and their links."""

from __future__ import annotations

import os
import pathlib
import posixpath
import re

ROOT = pathlib.Path(__file__).parents[2]
REPOSITORY = "https://github.com/skipyard/skipyard"
TOP = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
FENCE = re.compile(r"^ *(```|~~~)")
ITEM = re.compile(r"^(\*|-|\d+\.) ")
MARKDOWN_LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=[)\s])")
HTML_LINK = re.compile(r'( (?:href|src|srcset)=")([^"]+)')
PICTURE = re.compile(
    r'<picture><source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">'
    r'<img src="([^"]+)"([^>]*)></picture>'
)
DRAWING = re.compile(r"^(!\[.*\]\([^()]+\.svg\))$")
RULE = re.compile(r"^- \*\*([A-Z]+-[A-Z]?\d+) (.+?)\*\*")
CODE = re.compile(r"(`+[^`]+`+)")


def shelf(languages: list[str]) -> list[str]:
    """The rulebooks of all games in these languages, in the games' own order."""
    from skipyard.games import GAMES

    found = []
    for language in languages:
        name = f"RULES.{language}.md" if language else "RULES.md"
        found += [f"skipyard/games/{game}/{name}" for game in GAMES]
    return [page for page in found if (ROOT / page).exists()]


def heading(page: str) -> str:
    """A page's title for the navigation: its first heading, up to a colon."""
    text = (ROOT / page).read_text("utf-8")
    found = re.search(r"^(?:\s*\")?# (.+?)(?:\\n\",?)?$", text, re.M)
    title = found[1] if found else pathlib.Path(page).stem
    title = re.split(r"\s?: ", re.sub(r"[`*]", "", title))[0]
    return f"{title}, en français" if page.endswith(".fr.md") else title


class Pages:
    """All pages by their path in the repository; assets are found as links to them are met."""

    def __init__(self) -> None:
        docs = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/**/*.ipynb")]
        found = [path.relative_to(ROOT).as_posix() for path in docs]
        self._places = {page: self._place(page) for page in found}
        self._places |= {page: page.lower() for page in TOP}
        for page in shelf(["", "fr"]):
            game, name = page.split("/")[-2:]
            self._places[page] = f"rules/{game}{name.removeprefix('RULES').lower()}"
        self.assets: set[str] = set()

    @staticmethod
    def _place(page: str) -> str:
        place = page.removeprefix("docs/").replace("README.md", "index.md")
        return place.removesuffix(".ipynb") + ".md" if place.endswith(".ipynb") else place

    def all(self) -> list[str]:
        """Every page, by its path in the repository."""
        return sorted(self._places)

    def place(self, page: str) -> str:
        """Where a page's Markdown is in the site's source."""
        return self._places[page]

    @staticmethod
    def place_of_asset(asset: str) -> str:
        return asset.removeprefix("docs/")

    def on_site(self, text: str, page: str) -> str:
        """A page's text with its links as they are on the site, and lists that Markdown sees."""
        lines: list[str] = []
        fenced = False
        for line in text.splitlines():
            if FENCE.match(line):
                fenced = not fenced
            elif not fenced:
                if starts_list(lines, line):
                    lines.append("")
                line = self._line(line, page)
            lines.append(line)
        return "\n".join(lines) + "\n"

    def _line(self, line: str, page: str) -> str:
        if "/RULES" in page:
            line = RULE.sub(r"- **\1 \2**{ #\1 }", line)  # so that a link can name a rule
        line = PICTURE.sub(both_themes, line)
        line = DRAWING.sub(r'<div class="wide" markdown>\1</div>', line)
        line = HTML_LINK.sub(lambda found: found[1] + self._link(found[2], page), line)
        parts = CODE.split(line)
        if len(parts) == 1 or "](" not in line:
            return MARKDOWN_LINK.sub(lambda found: self._link(found[0], page), line)
        # Code that is the text of a link may stand before "](": only what is outside changes.
        parts[::2] = [
            MARKDOWN_LINK.sub(lambda found: self._link(found[0], page), part) for part in parts[::2]
        ]
        return "".join(parts)

    def _link(self, link: str, page: str) -> str:
        """Where a link of a page leads on the site, or in the repository on the web."""
        target, mark, anchor = link.partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return link
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if path == "README.md":
            path = "docs/README.md"
        if (ROOT / path).is_dir() and f"{path}/README.md" in self._places:
            path = f"{path}/README.md"
        if path in self._places:
            place = self._places[path]
        elif path.startswith("docs/") and (ROOT / path).is_file():
            self.assets.add(path)
            place = self.place_of_asset(path)
        else:
            kind = "tree" if (ROOT / path).is_dir() else "blob"
            return f"{REPOSITORY}/{kind}/main/{path}{mark}{anchor}"
        here = posixpath.dirname(self._places[page])
        return os.path.relpath(place, here or ".").replace(os.sep, "/") + mark + anchor


def both_themes(found: re.Match[str]) -> str:
    """A picture for each theme of the site, whose switch a media query does not see."""
    dark, light, rest = found.groups()
    return f'<img src="{light}#only-light"{rest}><img src="{dark}#only-dark"{rest}>'


def starts_list(lines: list[str], line: str) -> bool:
    """Whether a list begins right under a paragraph: GitHub sees it, Python-Markdown does not."""
    if not ITEM.match(line) or not lines or not lines[-1].strip():
        return False
    above = lines[-1]
    if ITEM.match(above) or above.startswith((" ", "#", "|", "<")):
        return False
    for before in reversed(lines):  # the lines of an item may go on without an indent
        if not before.strip():
            return True
        if ITEM.match(before):
            return False
    return True
