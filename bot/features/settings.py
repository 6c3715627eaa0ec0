"""A table of settings (bot/table/settings.py) as a panel and as options of a command, and the panel
of a person's settings.

menus      lc:<picks>:<name>             the choices of a row, with the buttons of rows within it
buttons    lc:<sets>:<name>:<value>      the value that it will have, so it can be pressed twice
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bot.features.feature import Complete, Options, SlashOption, Value
from bot.features.services import Services
from bot.messages import answers, layout
from bot.messages.layout import MOST_CHOICES, Button, Choice, Layout, Menu, some, suggestions
from bot.table.intent import Intent
from bot.table.settings import PERSONAL, Owner, PersonView, Pickable, Setting, away
from rules.text import NOTHING, Small, Strong, Text, lines, sentences
from rules.voice import Voice

Rows = Mapping[str, Setting[Any]]  # a table, or the part of it on a page


def setting_lines(rows: Rows, of: Owner) -> list[Text]:
    """The values of the settings: a line for each row, or for several that belong together."""
    found = list[Text]()
    for row in rows.values():
        said = row.said(of) if row.only(of) else NOTHING
        if said and row.joins and found:
            found[-1] = sentences(found[-1], said)
        elif said:
            found.append(said)
    return found


def menus(rows: Rows, of: Owner, picks: str, page: int = 0) -> Iterator[Menu]:
    """The menu of each row that has one. page: of a menu with many choices."""
    for row in rows.values():
        if row.menu is None or not row.only(of):
            continue
        id_, title = f"lc:{picks}:{row.name}", row.menu(of)
        if row.several:
            first, shown = in_menu(row, of, page)
            if (n := len(row.choices(of))) > len(shown):
                among = layout.span(first + 1, first + len(shown), n)
                id_, title = f"{id_}:{page}", Text("{menu} ({among})", menu=title, among=among)
            yield Menu(id_, title, tuple(Choice(*pick) for pick in shown), several=True)
            continue
        inside = [
            Choice(f"{each.name}:{pick.value}", pick.label)
            for each in rows.values()
            if each.within == row.name
            for pick in each.buttons(of)
        ]
        yield Menu(id_, title, some([*(Choice(*p) for p in row.choices(of)), *inside], page))


def in_menu(row: Setting[Any], of: Owner, page: int) -> tuple[int, Sequence[Pickable]]:
    """A menu's choices, chosen ones first if there's room, and the number of the first one."""
    choices = row.choices(of)
    if len(choices) <= MOST_CHOICES:
        return 0, sorted(choices, key=lambda each: not each.chosen)
    first = min(page, (len(choices) - 1) // MOST_CHOICES) * MOST_CHOICES
    return first, choices[first : first + MOST_CHOICES]


def buttons(
    rows: Rows, of: Owner, sets: str, id_: Callable[[int], str] = str, page: int = 0
) -> Iterator[Button]:
    """The buttons of each row without a menu. id_: leads to a page of a menu of several."""
    for row in rows.values():
        if row.several:
            pages = -(-len(row.choices(of)) // MOST_CHOICES)
            yield from layout.turning(id_, min(page, pages - 1), pages)
        if not row.within and row.only(of):
            for each in row.buttons(of):
                yield Button(each.label, f"lc:{sets}:{row.name}:{each.value}")


def options(rows: Rows, blank: Owner, of: Callable[[Intent], Owner] | None = None) -> Options:
    """The option of each row that has one. blank: without settings; of: the owner who types."""

    def complete(row: Setting[Any]) -> Complete | None:
        async def completed(wish: Intent, voice: Voice) -> list[Choice]:
            if row.near:
                return [Choice(*each) for each in row.near(wish.words)]
            known = [Choice(*each) for each in row.choices(of(wish) if of else blank)]
            return suggestions({each: voice.say(each.label) for each in known}, wish.words)

        return completed if row.near or row.choices(blank) else None

    found = list[SlashOption]()
    for row in (row for row in rows.values() if row.option):
        values = tuple(Value(each.value, each.label) for each in row.choices(blank))
        if row.read:
            found.append(SlashOption(row.option, row.about, complete=complete(row)))
        elif values:
            found.append(SlashOption(row.option, row.about, values=values))
    return tuple(found)


def read_settings(rows: Rows, of: Any, said: Mapping[str, str]) -> dict[str, str | None]:
    """The typed values as they're stored. Raises Unavailable. said: by the options' names."""
    values = dict[str, str | None]()
    for row in rows.values():
        if row.option and (value := said.get(row.option, "").strip()):
            values[row.name] = now = row.read_value(of, value)
            of = of._replace(settings={**of.settings, row.name: now or ""})
    return values


async def person(at: Services, intent: Intent) -> PersonView:
    """A person's settings, with their games."""
    settings = await at.store.personal(intent.user)
    games = at.games.among(await at.store.games_of(intent.user))
    mine = [(game, answers.game_label(game)) for game in games]
    return PersonView(settings, mine, away(settings, at.now()), at.languages.names)


async def show(at: Services, intent: Intent, note: Text = NOTHING, page: int = 0) -> Layout:
    """All settings of a person, with a menu or a button to change each. note: of their last change;
    page: of the games to mute."""
    of = await person(at, intent)
    first, more = await _buttons(at, intent.user, of)
    private = Text(
        "Only you can see these settings. They apply to all your games on all servers, from the "
        "next message on."
    )
    if more:
        first = (*first, Button(Text("More…"), "lc:moresettings"))
    return Layout(
        lines(note, Strong(Text("Your settings")), *setting_lines(PERSONAL, of), Small(private)),
        menus=tuple(menus(PERSONAL, of, "choose", page)),
        buttons=first,
    )


async def show_more(at: Services, intent: Intent) -> Layout:
    """The buttons that have no room below the menus."""
    _, more = await _buttons(at, intent.user, await person(at, intent))
    return Layout(Strong(Text("Your settings")), buttons=more)


async def _buttons(
    at: Services, user: int, of: PersonView
) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """A person's buttons: those below the menus, where there is one row, and the others."""
    found = [*buttons(PERSONAL, of, "set")]
    if of.away:
        found.append(Button(Text("End My Vacation"), "lc:vacation:end"))
    if await at.store.browsers_of(user):
        found.append(Button(Text("Signed-In Browsers"), "lc:browsers"))
    if at.hosting.boards_at:
        found.append(Button(Text("API and Calendar"), "lc:tokens"))
    found.append(Button(Text("Blocked Players"), "lc:refused"))
    found.append(Button(Text("New Game Alerts"), "lc:alerts"))
    most = 5 if len(found) <= 5 else 4
    return tuple(found[:most]), tuple(found[most:])
