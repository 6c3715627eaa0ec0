"""The rules, topic by topic, the lessons and the help fit, leave nothing out and can be played."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path

import pytest
from babel import Locale

import seeds
from bot.app import HOSTED
from bot.discord.commands import GameCommands
from bot.features import learning, privacy
from bot.features.learning import Learning
from bot.features.verbs import help_page
from bot.messages import pages
from bot.messages.boundary import answer_to
from bot.messages.fitting import LABEL_LENGTH, MESSAGE_LENGTH
from bot.messages.languages import MARKDOWN, VOICE, languages
from bot.messages.layout import Layout, Message
from bot.messages.layouts import LONGEST_ID
from bot.messages.pages import Topic
from bot.messages.pages import page as page_of
from bot.messages.turn_builder import looked_at, offers, ways
from bot.table.game import Games
from bot.table.lessons import Lesson, read, scene, solves
from bot.table.names import said_as_name
from bot.table.settings import Hosting
from renderer import host_games
from rules import GAMES
from rules.drafting import draft
from rules.errors import Unavailable
from rules.game import Event
from rules.play import turns
from rules.voice import ENGLISH, PLAIN, Voice
from tests.acting import ANN, BEN, EVE
from tests.bot.core import VERBS, Core, Patch, all_verbs, make_intent
from tests.bot.features.test_boards import TOLD_APART
from tests.bot.panels import buttons
from tests.foreign import WHOLE
from tests.rules.keep import KIND as KEEP

ALONE = Games(host_games({"keep": KEEP}))
RULES = Learning(TOLD_APART)
asking = partial(make_intent, key="1", user=EVE.id, called=EVE.name, guild=1, channel=1)

# A page without headings is one topic without a key, shown as it is.
TOPICS = [(kind, topic) for kind in GAMES for topic in pages.topics(kind) if topic.key]

every_topic = pytest.mark.parametrize(
    ("kind", "topic"), TOPICS, ids=[f"{kind}-{topic.key}" for kind, topic in TOPICS]
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.setattr(seeds, "FOLDER", tmp_path)
    return tmp_path


def test_a_page_that_shows_what_is_not_there_is_refused_at_the_start(folder: Path) -> None:
    """And not only when somebody reads it."""
    record = (Path(seeds.__file__).parent / "records/logger-three.txt").read_bytes()
    (folder / "records").mkdir()
    (folder / "records" / "logger-three.txt").write_bytes(record)
    for shown, why in (
        ("no-such 3", "keep.md shows no-such: "),
        ("logger-three 999", "keep.md shows logger-three: no turn is in row 999"),
    ):
        (folder / "keep.md").write_text(f"## Dice {{record {shown}}}\nA word.\n", "utf-8")
        learning._check.cache_clear()
        with pytest.raises(ValueError, match=re.escape(why)):
            Learning(ALONE)


@pytest.mark.slow
@every_topic
async def test_a_topic_is_short_and_has_a_picture_of_a_turn(kind: str, topic: Topic) -> None:
    shown = (await RULES.topic(kind, topic.key)).say_in(VOICE)
    title = VOICE.say(topic.title)
    assert shown.text.startswith(f"**{GAMES[kind].game.title} · {title}**\n")
    assert 3 <= len(re.findall(r"[.!?:](?:\s|$)", VOICE.say(topic.words))) <= 11
    assert len(shown.text) <= MESSAGE_LENGTH
    assert shown.picture is not None
    assert f"In the picture: {' '.join(told(shown))}" in " ".join(shown.text.split())
    first = topic == pages.topics(kind)[0]  # the first page leads to the lessons too
    assert len(shown.rows) <= 2 + first  # a phone shows more of the picture
    assert shown.picture.alt.startswith(f"{GAMES[kind].game.title} {GAMES[kind].game.letter}0, ")
    off = [each.label for row in shown.rows for each in row if each.off]
    assert off == [title]


def told(shown: Message) -> list[str]:
    assert shown.picture is not None
    return shown.picture.alt.partition("Last turn: ")[2].split()


async def test_a_topic_is_found_as_it_is_typed() -> None:
    for typed in ("growth", "Growth", " GROW", "The End", "the-end"):
        shown = (await RULES.topic("logger", typed)).say_in(VOICE)
        assert shown.text.casefold().startswith(f"**logger · {pages.key(typed).replace('-', ' ')}")
    assert (await RULES.topic("logger")).say_in(VOICE).text.startswith("**Logger · Goal**")
    the_end = asking(kind="logger", words="the e")
    assert [str(each.label) for each in await RULES.complete_topics(the_end, ENGLISH)] == [
        "The End"
    ]
    every = await RULES.complete_topics(asking(kind="logger"), ENGLISH)
    assert len(every) == len(pages.topics("logger"))


async def test_who_asks_for_no_topic_of_a_game_is_told_which_there_are() -> None:
    with pytest.raises(Unavailable, match=r"no topic `castling`.* Goal, Start, Walk, .* and "):
        await RULES.topic("logger", "castling")


async def test_a_page_without_topics_is_shown_whole_and_none_is_told(folder: Path) -> None:
    with pytest.raises(Unavailable, match="Keep has no rules page yet"):
        await Learning(ALONE).topic("keep")
    (folder / "keep.md").write_text("**Keep**, a small one\n\nRoll, and keep what you like.\n")
    shown_rules = Learning(ALONE)
    shown = (await shown_rules.topic("keep")).say_in(VOICE)
    assert shown == Message("**Keep**, a small one\nRoll, and keep what you like.")
    assert await shown_rules.complete_topics(asking(kind="keep"), ENGLISH) == []


def test_a_page_of_a_language_comes_before_the_catalogue(folder: Path) -> None:
    """de_AT reads the page for de; a page with other topics than ours isn't used."""
    (folder / "logger.md").write_text("## Goal {record logger-three 24}\nFell it, {game}.\n")
    (folder / "de").mkdir()
    (folder / "de" / "logger.md").write_text("## Ziel\nFälle ihn, {game}.\n")
    (topic,) = pages.topics("logger", game="L7")
    assert (spoken("de", topic), spoken("de_AT", topic)) == (("Ziel", "Fälle ihn, L7."),) * 2
    assert spoken("fr", topic) == ("Goal", "Fell it, L7.")
    assert (topic.key, topic.shown) == ("goal", ("logger-three", 24))
    (folder / "de" / "logger.md").write_text("## Ziel\nFälle ihn.\n## Mehr\nUnd mehr.\n")
    assert spoken("de", topic) == ("Goal", "Fell it, L7.")


def spoken(language: str, topic: Topic) -> tuple[str, str]:
    speaker = replace(VOICE, locale=Locale.parse(language))
    return speaker.say(topic.title), speaker.say(topic.words)


# -- Lessons: each with one turn that solves it, built as in a game and judged kindly.


LESSONS = {key: len(texts) for key in GAMES if (texts := seeds.lessons(key))}

every_lesson = pytest.mark.parametrize(
    ("key", "n"), [(key, n) for key, last in LESSONS.items() for n in range(1, last + 1)]
)

WORDS = 60  # above the picture


@pytest.fixture
def lessons(core: Core) -> Core:
    core.host(TOLD_APART)
    return core


@cache
def lesson(key: str, n: int) -> Lesson:
    return read(seeds.lessons(key)[n - 1])


@cache
def solutions(key: str, n: int) -> dict[tuple[str, ...], list[Event]]:
    """The words of every whole turn that reaches the goal, among all legal ones, and its events."""
    kind, it = GAMES[key], lesson(key, n)
    begun, found = scene(kind, it), dict[tuple[str, ...], list[Event]]()
    for steps, _ in turns(kind.game, begun.state):
        after, events = begun.state, list[Event]()
        for step in steps:
            after, more = kind.game.apply(after, step)
            events += more
        if solves(kind.game, it, begun, after, events):
            found[tuple(map(str, steps))] = events
    return found


async def opened(lessons: Core, key: str, n: int) -> Message:
    return await lessons.push(EVE, f"lc:lesson:{key}:{n}::open")


async def said(lessons: Core, panel: Message, words: Collection[str]) -> Message:
    """The panel after the first of these words that it offers, by menu, look or press."""
    offered = [(menu, choice.value) for menu in panel.menus for choice in menu.choices]
    for word in words:
        for menu, value in offered:
            if value == word:
                return await lessons.push(EVE, menu.id, value)
    for menu, value in offered:
        if looked_at(value):
            closer = await lessons.push(EVE, menu.id, value)
            if any(choice.value in words for menu in closer.menus for choice in menu.choices):
                return await said(lessons, closer, words)
    for each in buttons(panel):
        if ":press:" in each.id and not each.off and last_word(each.id) in words:
            return await lessons.push(EVE, each)
    raise AssertionError(f"none of {words} can be picked in: {panel.text}")


def last_word(id_: str) -> str:
    values, words = VERBS.read(id_).values, list[str]()
    for place in (*values["path"], *values["numbers"]):
        words.append(due(values["kind"], values["number"], words)[place])
    return words[-1]


async def solved(lessons: Core, key: str, n: int) -> list[Message]:
    (words,) = solutions(key, n)
    panels = [await opened(lessons, key, n)]
    while "That's it!" not in panels[-1].text and len(panels) < 12:
        panels.append(await said(lessons, panels[-1], words))
    return panels


def due(key: str, n: int, words: Sequence[str]) -> list[str]:
    """The possible next words; none if the turn is whole."""
    kind = GAMES[key]
    begun = scene(kind, lesson(key, n))
    drafted = draft(kind, begun.state, "", kept=words, typed=False)
    return [] if drafted.complete else [w.word for w in ways(offers(kind, begun, drafted))]


def test_a_file_that_is_no_lesson_is_refused() -> None:
    text = seeds.lessons("logger")[0]
    with pytest.raises(ValueError, match="a lesson begins with lesson, ask, say, only, goal"):
        read(text.partition("\n")[2])


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *WHOLE])
@every_lesson
def test_what_a_lesson_says_is_typed_solves_it(key: str, n: int, language: str) -> None:
    """So stuck players see the turn, and everyone sees how to type it in their language."""
    kind, it = GAMES[key], lesson(key, n)
    begun = scene(kind, it)
    spoken = replace(kind, texts=kind.texts.speaking(language))
    drafted = draft(spoken, begun.state, languages().voice(language, PLAIN).say(it.say))
    assert drafted.complete
    assert solves(kind.game, it, begun, drafted.state, drafted.events)


@pytest.mark.slow
@every_lesson
async def test_a_lesson_is_solved_by_what_its_panels_offer(lessons: Core, key: str, n: int) -> None:
    """With a picture in each panel, and ids and labels that Discord takes."""
    panels, last = await solved(lessons, key, n), LESSONS[key]
    assert VOICE.say(lesson(key, n).learned) in panels[-1].text
    for panel in panels:
        assert panel.text.startswith(f"**{GAMES[key].game.title}, lesson {n} of {last}: ")
        assert len(re.sub("[*`]|^-# ", "", panel.text, flags=re.M).split()) <= WORDS
        assert panel.picture is not None
        assert panel.picture.alt.startswith(f"{GAMES[key].game.title} {n}/{last}, turn ")
        assert all(len(each.label) <= LABEL_LENGTH for each in buttons(panel))
        assert len(buttons(panel)) <= 5 * 5
        ids = [*(each.id for each in buttons(panel)), *(menu.id for menu in panel.menus)]
        assert all(len(id_) <= LONGEST_ID for id_ in ids)
    assert VOICE.say(lesson(key, n).ask) in panels[0].text
    assert (await lessons.press(EVE, "Try Again", panels[-1])).text == panels[0].text

    # A stuck player sees the turn from each panel, and continues to the next lesson or the rules.
    *under_way, end = panels
    for panel in under_way:
        answer = await lessons.press(EVE, "Show Me", panel)
        assert "Here's the turn:" in answer.text
        assert f"`{VOICE.say(lesson(key, n).say)}`" in answer.text
        assert answer.picture == end.picture
        assert buttons(answer) == buttons(end)
    label, begins = (
        ("Next Lesson", f"lesson {n + 1} of {last}") if n < last else ("Rules", " · Goal")
    )
    assert begins in (await lessons.press(EVE, label, end)).text


async def test_another_turn_is_told_what_it_reached_and_what_is_asked(lessons: Core) -> None:
    """Kindly, with the way back; the part before the last stays."""
    first = await opened(lessons, "fellers", 2)
    there = await said(lessons, first, ["kw1"])
    panel = await said(lessons, there, ["d1"])
    assert "a legal turn, but not the one we're after" in panel.text
    assert "entered at d1" in panel.text
    assert VOICE.say(lesson("fellers", 2).ask) in panel.text
    assert panel.menus == ()
    assert (await lessons.press(EVE, "Step Back", panel)).text == there.text
    assert (await lessons.press(EVE, "Start Over", panel)).text == first.text


async def test_a_panel_that_makes_no_sense_any_more_begins_its_lesson_anew(lessons: Core) -> None:
    """Old ids, from an earlier form of the lesson; and forged ones."""
    first = await opened(lessons, "logger", 4)
    for stale in ("999:open", "0.0.0.0.0.0.0.0:press:0", ":press:400", ":say"):
        panel = await lessons.push(EVE, f"lc:lesson:logger:4:{stale}", "x9")
        assert panel.text == first.text


async def test_what_is_no_lesson_is_refused_with_those_that_there_are(lessons: Core) -> None:
    panel = await opened(lessons, "logger", 9)
    assert panel.text == "Logger has 5 lessons: pick one from 1 to 5."
    assert "chess" in (await opened(lessons, "chess", 1)).text
    lessons.host(ALONE)
    assert (await opened(lessons, "keep", 1)).text == "There are no lessons for Keep."


async def test_who_joins_for_the_first_time_may_try_a_turn(core: Core) -> None:
    """Until the game begins; who has played one of the kind is not asked any more."""
    await core.open(ANN, 2)
    panel = await core.join(BEN)
    there = await core.press(BEN, "Try a Practice Turn", panel)
    assert there.text.startswith("**Logger, lesson 1 of 5: ")
    await core.resign(ANN)
    await core.open(ANN, 2)
    assert (await core.join(BEN)).buttons == ()


@pytest.mark.parametrize("language", WHOLE)
def test_a_page_names_commands_as_its_reader_finds_them(language: str) -> None:
    """Pages are written with the English names; Discord shows those of the reader's language."""
    speaker = languages().voice(language, PLAIN)
    for page in ("help", "privacy", "terms"):
        told = [topic.words for topic in pages.topics(page, game="logger", named="L7")]
        named = re.findall(r"`/([\w-]+) [\w-]+", "\n".join(map(speaker.say, told)))
        assert set(named) - GAMES.keys() == {said_as_name("/games", speaker)}


# -- No page is cut, in any language.

LANGUAGES = languages()
ROWS = 5  # of buttons, under one message


async def every_page() -> AsyncIterator[tuple[str, Layout]]:
    for kind in GAMES:
        for topic in pages.topics(kind):
            yield f"{kind} {topic.key}", await RULES.topic(kind, topic.key)
    games = [HOSTED[kind].game for kind in HOSTED]
    for key in ("", "commands", "more-commands", *(t.key for t in pages.help_topics(games))):
        yield f"help {key}", help_page(VERBS, HOSTED, key)
    for page, title in (("privacy", privacy.PRIVACY), ("terms", privacy.TERMS)):
        topics = pages.topics(page)
        for topic in topics:
            yield f"{page} {topic.key}", page_of(title, f"lc:{page}:", topics, topic, ())


@pytest.mark.slow
@pytest.mark.parametrize("language", [*LANGUAGES.names])
async def test_a_page_is_one_whole_message_in_every_language(language: str) -> None:
    voice: Voice = LANGUAGES.voice(language, MARKDOWN)
    long = dict[str, int]()
    async for name, made in every_page():
        said = made.say_in(voice)
        if len(said.text) > MESSAGE_LENGTH:
            long[name] = len(said.text)
        assert len(said.rows) <= ROWS, name
        assert not said.text.endswith("…"), name
    assert long == {}


# -- The help: one screen, and lists of all commands; and public facts about the bot.


def helped(games: Games = HOSTED, said_by: Voice = VOICE) -> list[Message]:
    """The one screen of the help, and the messages behind its buttons."""
    verbs = all_verbs(games=games)
    keys = ("", "commands", "more-commands", "how-to-enter-a-turn", "when-something-is-wrong")
    return [help_page(verbs, games, key).say_in(said_by) for key in keys]


def help_pages(games: Games = HOSTED) -> str:
    return "\n".join(page.text for page in helped(games))


@pytest.mark.parametrize("kind", GAMES)
def test_every_command_is_in_the_help(kind: str) -> None:
    said = re.findall(r"^`/[a-z]+ (\w+)`(?: \(.*\))?: (.+)$", help_pages(), re.MULTILINE)
    commands = GameCommands(GAMES[kind].game, VERBS).commands
    assert {(command.name, command.description) for command in commands} <= {*said}
    assert f"`/{kind} start`" in helped()[0].text


def test_the_help_names_no_game_that_is_not_there() -> None:
    said = help_pages(ALONE)
    assert f"`/{KEEP.game.key} start`" in said
    assert [kind for kind in GAMES if f"/{kind}" in said] == []
    assert "{" not in said


# -- /games bot about: public facts about the bot.


async def test_it_says_which_version_since_when_and_who_hosts_it(core: Core) -> None:
    core.services.hosting = Hosting("Ann, ann@example.org", 1_000.0, lambda: 7_200.0)
    await core.begin(ANN, BEN)
    told = (await answer_to(privacy.Privacy(core.services).describe_bot(core.wish(EVE)))).text
    assert told.startswith(
        f"**Lumbercamp {version('lumbercamp')}** has been running since <t:1000:f>."
    )
    assert "Run by Ann, ann@example.org." in told
    assert "1 open game across all servers." in told
    assert "Last backup: 2 h ago." in told


async def test_what_is_not_known_is_not_told(core: Core) -> None:
    """A host without a name, and a bot that makes no copies. From there people see
    their own data, in direct messages too."""
    told = await core.do(EVE, "about", guild=-77)
    assert "Run by" not in told.text
    assert "backup" not in told.text
    assert "0 open games across all servers" in told.text
    assert core.verbs["mydata"].anywhere
    panel = await core.press(EVE, "My Data", told, guild=-77)
    assert "What I store about you" in panel.text
