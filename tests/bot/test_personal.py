"""What people set for themselves: text first, for who plays by ear.

Source: issue 11, item 2 ("Text first is a personal setting"); experience 3.2, 3.14.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.boundary import answered
from bot.core.intent import Intent
from bot.core.session import seat_of
from bot.domain.personal import SETTINGS
from bot.messages.message import Message
from bot.messages.personal import set_id
from bot.text import answers, personal, posts, stories
from rules import GAMES
from rules.play import perform
from rules.text import Text
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, EVE, Core, Person
from tests.bot.kinds import hosting
from tests.bot.playing import any_turn
from tests.bot.test_asked_once import Asked
from tests.bot.words import in_words, words
from tests.pseudo import english_left, voice
from tests.rules.keep import KIND as KEEP

every_kind = pytest.mark.parametrize("kind", [*GAMES, KEEP.game.key])


async def sat_down(core: Core, kind: str) -> None:
    """Ann and Ben, at a game of the registry or at one with hands that is in none."""
    core.hosts(hosting(KEEP))
    core.kind = kind
    await core.seated(ANN, BEN)


async def pressed(core: Core, who: Person, panel: Message) -> Message:
    """The button of text first, by what its id says; where that is, does not matter."""
    button = panel.buttons[0]
    _, verb, name, value = button.id.split(":")
    assert verb == "set"
    wish = Intent("press", who.id, who.name, 0, 0)
    return await answered(core.cases.personal.set(wish, name, value))


async def by_ear(core: Core, who: Person) -> Message:
    return await answered(core.cases.personal.set(core.wish(who), "text_first", "on"))


async def test_the_panel_says_how_it_is_and_its_button_what_it_will_be(core: Core) -> None:
    """In words, both ways; nobody else's changes."""
    panel = await in_words(core.cases.personal.show(core.wish(ANN)))
    assert "Text first is off" in panel.text
    on = await pressed(core, ANN, panel)
    assert "Text first is on" in on.text
    assert [each.buttons[0].label for each in (panel, on)] == [
        "Turn Text First On",
        "Turn Text First Off",
    ]
    assert "Text first is off" in (await in_words(core.cases.personal.show(core.wish(BEN)))).text
    assert "Text first is off" in (await pressed(core, ANN, on)).text


async def test_a_press_leads_to_what_stands_on_it(core: Core) -> None:
    """Pressed twice or in an old panel, after a restart as well."""
    off = await in_words(core.cases.personal.show(core.wish(ANN)))
    on = await pressed(core, ANN, off)
    assert await pressed(core, ANN, off) == on
    assert await core.store.personal(ANN.id) == {"text_first": "on"}
    assert await pressed(core, ANN, on) == off
    assert await core.store.personal(ANN.id) == {}, "what is as it was at first leaves nothing"


@pytest.mark.parametrize(("name", "value"), [("theme", "dark"), ("text_first", "maybe")])
async def test_a_button_of_another_version_changes_nothing(
    core: Core, name: str, value: str
) -> None:
    told = await answered(core.cases.personal.set(core.wish(ANN), name, value))
    assert f"`{name}` cannot be set like that in this version" in told.text
    assert await core.store.personal(ANN.id) == {}


def test_ids_of_settings_are_as_the_client_reads_them() -> None:
    for name, values in SETTINGS.items():
        assert all(set_id(name, value) == f"lc:set:{name}:{value}" for value in values)


@every_kind
async def test_who_plays_by_ear_is_called_in_words_and_nobody_else(
    core: Core, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole words, the picture after them; the other's post is as ever."""
    monkeypatch.setattr(posts, "turn", lambda *_, **__: Text("In few words."))
    await sat_down(core, kind)
    await by_ear(core, mover := await core.mover())
    other = await core.waiting()
    await core.deliver()
    called = core.transport.in_channel(500)[-1]
    table = await core.table()
    assert called.text.startswith(words(posts.turn_in_words(table, stories.happened(table))))
    assert called.file.endswith(".png")
    while await core.mover() != other:
        await core.say(mover, any_turn(await core.table(), Random(1)))
        core.time.seconds += 200
        core.passed += 200
        await core.clock.tick()
    await core.deliver()
    assert core.posts()[-1] == "In few words."


@every_kind
async def test_the_store_is_asked_nothing_more_for_it(core: Core, kind: str) -> None:
    """Issue 10, item 2: a post asks six times at most; what its reader likes comes with the
    game."""
    await sat_down(core, kind)
    await by_ear(core, ANN)
    await by_ear(core, BEN)
    counting = core.over(asked := Asked(core.store))
    await counting.deliver()
    assert "personal" not in asked.verbs
    asked.verbs.clear()
    await counting.say(await core.mover(), any_turn(await core.table(), Random(1)))
    assert "commit" in asked.verbs
    assert "personal" not in asked.verbs


@every_kind
async def test_what_only_they_are_shown_says_where_everything_stands(core: Core, kind: str) -> None:
    """The builder, where it leads, its preview and a hand; for the others the picture does."""
    core.other_luck(1)
    await sat_down(core, kind)
    controls = Controls(core)
    mover, line = await core.mover(), any_turn(await core.table(), Random(2))
    table = await core.table()
    stands = words(answers.position(table, table.seen(table.actor).state))
    assert stands not in (await controls.take(mover)).text
    await by_ear(core, mover)
    panel = await controls.take(mover)
    assert stands in panel.text
    for word in line.split():
        panel = await controls.pick(mover, panel, word)
    assert panel.buttons[0].label == "Confirm Turn"
    after = perform(table.kind.game, table.mine, line)[0]
    assert words(answers.position(table, after)) in panel.text
    if table.kind.game.hidden_information:
        await by_ear(core, other := await core.waiting())
        seat = seat_of(table.game, other.id)
        assert seat is not None
        held = words(table.kind.texts.hand(table.seen(seat).state, seat))
        shown = (await controls.hand(other)).text
        assert held
        assert held in shown
        assert stands in shown


async def test_the_panel_speaks_every_language(core: Core) -> None:
    """No word of it is English alone."""
    layouts = [await core.cases.personal.show(core.wish(EVE))]
    for name, values in SETTINGS.items():
        layouts += [await core.cases.personal.set(core.wish(EVE), name, v) for v in values]
    layouts.append(await core.cases.personal.at(core.wish(EVE), "Europe/Berlin"))
    for layout in layouts:
        panel = layout.said(voice())
        shown = [panel.text, *(button.label for button in panel.buttons)]
        shown += [menu.title for menu in panel.menus]
        shown += [each.label for menu in panel.menus for each in menu.choices]
        assert [list(english_left(each.replace("Europe/Berlin", ""))) for each in shown] == [
            [] for _ in shown
        ]


def test_what_is_refused_is_told_in_every_language() -> None:
    texts = personal.no_setting("theme"), personal.no_zone("x", ()), personal.no_zone("x", ("y",))
    more = personal.no_hours("x"), personal.zone_first(), personal.direct_test()
    direct = personal.direct_works(), personal.direct_refused(), personal.direct_unsure()
    for text in (*texts, *more, *direct):
        assert list(english_left(voice().say(text))) == []
