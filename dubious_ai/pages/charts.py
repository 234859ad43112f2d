"""Charts as inline SVG. Lines differ by dash and marker as well as by colour, and each is named beside a piece of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dubious_ai.pages.markup import Html, join, tag

WIDTH, HEIGHT = 380.0, 170.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 10.0, 8.0, 24.0
DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 2", "12 5")
STYLES = len(DASHES)


@dataclass(frozen=True)
class Line:
    """One line of a chart: values between 0 and 1, one for each label; None leaves a gap."""

    name: str
    values: Sequence[float | None]


def line_chart(
    title: str,
    labels: Sequence[str],
    lines: Sequence[Line],
    *,
    aim: float | None = None,
    aim_name: str = "aim",
    caption: str = "",
) -> Html:
    """A chart of shares (0 to 1, drawn as parts of a hundred) over `labels`. `aim` is a dotted level.

    Raises ValueError for more than six lines, or a line of another length than the labels.
    """
    if len(lines) > STYLES:
        raise ValueError(f"{len(lines)} lines are too many for one chart; {STYLES} can be told apart")
    for line in lines:
        if len(line.values) != len(labels):
            raise ValueError(f"{line.name!r} has {len(line.values)} values for {len(labels)} labels")
    parts = [_frame(labels)]
    if aim is not None:
        parts.append(_aim(aim, aim_name))
    parts += [_line(n, line, len(labels)) for n, line in enumerate(lines)]
    drawing = tag(
        "svg",
        tag("title", title),
        tag("desc", _in_words(labels, lines)),
        *parts,
        viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
        role="img",
    )
    return tag("figure", _legend(lines), drawing, tag("figcaption", caption or title))


def _x(at: int, count: int) -> float:
    inner = WIDTH - LEFT - RIGHT
    return LEFT + inner * (0.5 if count == 1 else (at + 0.25) / (count - 0.5))


def _y(value: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(1.0, max(0.0, value))


def _frame(labels: Sequence[str]) -> Html:
    levels = [
        join(
            tag("line", class_="grid", x1=LEFT, x2=WIDTH - RIGHT, y1=_y(level), y2=_y(level)),
            tag("text", f"{100 * level:.0f}", x=LEFT - 5, y=_y(level) + 4, text_anchor="end"),
        )
        for level in (0.0, 0.5, 1.0)
    ]
    step = max(1, -(-len(labels) // 8))
    places = [
        tag("text", label, x=_x(n, len(labels)), y=HEIGHT - BOTTOM + 16, text_anchor="middle")
        for n, label in enumerate(labels)
        if n % step == 0
    ]
    return join(*levels, *places)


def _aim(aim: float, name: str) -> Html:
    return join(
        tag("line", class_="aim", x1=LEFT, x2=WIDTH - RIGHT, y1=_y(aim), y2=_y(aim)),
        tag("text", f"{name} {100 * aim:.0f}", x=LEFT + 2, y=_y(aim) - 4),
    )


def _line(number: int, line: Line, count: int) -> Html:
    """One line: a piece up to each label, with the label's place as `data-at`, so that a page can let it grow."""
    found: list[Html] = []
    last: tuple[float, float] | None = None
    for at, value in enumerate(line.values):
        if value is None:
            last = None
            continue
        x, y = _x(at, count), _y(value)
        if last:
            found.append(
                tag(
                    "polyline",
                    class_=f"line s{number}",
                    stroke_dasharray=DASHES[number] or None,
                    points=f"{last[0]:.1f},{last[1]:.1f} {x:.1f},{y:.1f}",
                    data_at=str(at),
                )
            )
        if count <= 12:
            found.append(_dot(number, x, y, at))
        last = x, y
    # dots lie above the lines
    return join(*sorted(found, key=lambda piece: "dot" in piece))


def _dot(number: int, x: float, y: float, at: int | None = None) -> Html:
    place = None if at is None else str(at)
    if number % 2:
        return tag("rect", class_=f"dot s{number}", x=x - 3, y=y - 3, width=6, height=6, data_at=place)
    return tag("circle", class_=f"dot s{number}", cx=x, cy=y, r=3.4, data_at=place)


def _legend(lines: Sequence[Line]) -> Html:
    """Names of the lines, each after a piece of its line; they wrap like text."""

    def sample(n: int) -> Html:
        dash = DASHES[n] or None
        drawn = tag("polyline", class_=f"line s{n}", stroke_dasharray=dash, points="1,6 29,6")
        return tag("svg", drawn, _dot(n, 15.0, 6.0), viewBox="0 0 30 12", aria_hidden="true")

    return tag(
        "p",
        *(tag("span", sample(n), line.name, class_="key") for n, line in enumerate(lines)),
        class_="legend",
    )


def _in_words(labels: Sequence[str], lines: Sequence[Line]) -> str:
    """The chart for those who cannot see it."""
    told = (
        f"{line.name}: "
        + ", ".join(
            f"{label}: {'no value' if v is None else f'{100 * v:.0f} in 100'}"
            for label, v in zip(labels, line.values, strict=True)
        )
        for line in lines
    )
    return ". ".join(told)
