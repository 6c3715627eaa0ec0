"""A line and its answer: the reason for a refusal, the legal ways, and the saved draft."""

from __future__ import annotations

import pytest

from bot.features.verbs import verb_of_line
from bot.table.names import lasting
from rules.english import plain
from rules.text import NOTHING
from storage import DraftRow
from tests.acting import ANN, BEN, Person
from tests.bot.core import Core
from tests.bot.playing import position
from tests.bot.words import in_words
from tests.drafts import draft_in

ONE_WAY = position(".Ts../s.Ms./G.T../Msss./G.GGT", "b1,b3", points=(9, 3), supply=(0, 0))
FREE = position("...../...../..s../...../.....", "a1,e5", supply=(2, 2))


async def test_a_whole_line_counts_at_once(two: Core) -> None:
    mover, other = await two.mover(), await two.waiting()
    answer = await two.say(mover, "corner a1")
    assert answer.text == (
        f"Turn played in L1. {mover.name}: took corner a1.\n{other.name} is next."
    )
    assert answer.quiet, "under a message nothing need be said: the board tells it"
    assert (await two.mover()) == other
    answer = await two.say(other, "e5", public=True)
    assert (answer.text, answer.quiet) == ("", True), "in the channel, the board tells it"


async def test_an_illegal_word_says_why_and_what_is_legal(two: Core) -> None:
    await two.put(FREE)
    log = await two.log()
    answer = await two.say(await two.mover(), "b1; plant e1")
    assert "isn't legal: e1 isn't next to you" in answer.text
    assert "You can plant" in answer.text
    assert await two.log() == log
    assert await draft_in(two.store, 1, 0) is None


WAITED = {0: "less than a minute", 60: "1 min", 7199: "119 min", 7200: "2 h", 172_799: "47 h"}


async def test_how_long_somebody_has_been_waited_for(two: Core) -> None:
    assert {seconds: str(lasting(seconds)) for seconds in WAITED} == WAITED
    two.time.seconds += 172_800
    assert "turn in L1 for 2 days. " in (await two.say(await two.waiting(), "a1")).text


async def test_an_old_button_is_stale(core: Core) -> None:
    game = await core.begin(ANN, BEN)
    await core.say(await core.mover(), "a1")
    answer = await core.say(await core.mover(), "a5", game=game.id, n=game.n)
    assert answer.text == ("L1 has moved on since then. Check its newest board.")


async def test_where_only_one_turn_is_possible_saying_any_of_it_plays_it(two: Core) -> None:
    """Decision 7: saying a word that filled itself in is fine; without a word nothing is played."""
    await two.put(ONE_WAY)
    mover = await two.mover()
    asked = await two.say(mover)
    assert asked.text.startswith(
        "It's your turn in L1. You have only one legal turn: `b1`: stay on b1;"
    )
    assert (await two.mover()) == mover
    answer = await two.say(mover, "stay")
    assert answer.text.startswith("Turn played in L1.")
    assert (await two.mover()) != mover


async def test_talk_is_not_answered(core: Core) -> None:
    """A plain line counts only if its speaker is to move and all its words can be read."""
    overhear, find = core.turns.overhear, core.turns.find
    await core.open(ANN)
    quiet = await overhear(await find(core.wish(ANN, "a1")))
    assert (quiet.text, quiet.quiet) == (NOTHING, True)
    await core.join(BEN)
    mover, other = await core.mover(), await core.waiting()
    talk = ("shall we?", "", " , ", "stop it", "c3, I mean a5", "z9", "north")
    for who, words in (*((mover, words) for words in talk), (other, "a1")):
        assert (await overhear(await find(core.wish(who, words)))) == quiet, words
    assert len(await core.log()) == 3
    assert (await overhear(await find(core.wish(mover, "a1")))).quiet
    assert (await core.log())[-1] == "a1"
    await core.put(FREE)
    kept = await in_words(overhear(await find(core.wish(await core.mover(), "b1"))))
    assert kept.text.startswith("Saved as a draft in L1")
    assert not kept.quiet


async def test_a_whole_line_delivered_twice_counts_once(two: Core) -> None:
    """The same answer, even when the turn has come round again."""
    await two.put(FREE)
    wish = two.wish(await two.mover(), "b1; plant c1")
    first = await in_words(two.turns.say(wish))
    assert await in_words(two.turns.say(wish)) == first
    other = await two.mover()
    await two.say(other, "d5; plant d4")
    log = await two.log()
    assert await in_words(two.turns.say(wish)) == first
    assert await two.log() == log


# -- A question plays nothing, and is answered with the effect of its turn.


GUARDED = position("..M../...../M.s../...../.....", "a1,e5", supply=(2, 2))


async def kept(core: Core) -> str:
    draft: DraftRow | None = await draft_in(core.store, 1, (await core.game()).on_turn or 0)
    return draft.line if draft else ""


async def ready(core: Core, at: object = FREE) -> Person:
    await core.begin(ANN, BEN)
    await core.put(at)
    return await core.mover()


async def test_a_question_is_answered_with_what_it_would_do_and_what_confirms_it(
    core: Core,
) -> None:
    mover = await ready(core)
    log = await core.log()
    assert (await core.say(mover, "d4?")).text.startswith("`d4` isn't legal: ")
    for line in ("b1 plant c1?", "can I go to b1 and plant c1", "What if I walk to b1, plant c1?"):
        answer = await core.say(mover, line)
        assert answer.text == (
            "That was a question, so nothing was played in L1. Your turn would be: walk to "
            "b1, plant c1.\nSend `b1 +c1` to play it."
        )
        assert await core.log() == log
        assert await kept(core) == ""
    assert "Turn played" in (await core.say(mover, "b1 +c1")).text


async def test_everyday_words_are_no_turns(core: Core) -> None:
    mover = await ready(core)
    log = await core.log()
    for before in ("", "b1"):
        if before:
            await core.say(mover, before)
        for line in ("Wait!", "stop", "rest", "end", "hold on", "hmm", "ok", "done?"):
            await core.say(mover, line)
            assert (await core.log(), await kept(core)) == (log, before), line


async def test_courtesies_alone_finish_no_turn_that_was_picked(core: Core) -> None:
    """Protesters are being placed with buttons, and any word that is read would end that."""
    mover = await ready(core, GUARDED)
    game, log = await core.game(), await core.log()
    await core.store.save_draft(1, DraftRow(game.on_turn or 0, game.n, "a1 !c5", "picked"))
    for line in ("please", "thanks!", "then", "**", "..."):
        await core.say(mover, line)
        assert (await core.log(), await kept(core)) == (log, "a1 !c5"), line


# -- Unfinished turns: saved, continued, begun again, and dropped with the turn.


async def test_an_unfinished_line_is_kept_and_told(core: Core) -> None:
    mover, log = await ready(core), await core.log()
    wish = core.wish(mover, "go to b1")
    answer = await in_words(core.turns.say(wish))
    assert await in_words(core.turns.say(wish)) == answer, "delivered twice, it is said once"
    assert answer.text == (
        "Saved as a draft in L1, but not played yet. So far: walk to b1.\nYou can plant a1, "
        "b2 or c1."
    )
    assert await core.log() == log
    assert await kept(core) == "b1"
    assert (await core.say(mover)).text == answer.text, "asking shows it and changes nothing"


async def test_a_refusal_keeps_the_draft_and_says_so(core: Core) -> None:
    """A line that doesn't continue it, but is good on its own, takes its place."""
    mover = await ready(core)
    await core.say(mover, "a2")
    assert "walk to b1" in (await core.say(mover, "b1")).text
    for words in ("plant e5", "frobnicate", "x " * 1500):
        answer = await core.say(mover, words)
        assert answer.text.endswith("Your draft is saved: `b1`.")
        assert await kept(core) == "b1"


# -- Lines that ask for something where a turn is expected, in four languages.

ASKED = {
    "hint": "hint please; any hints?; can I get a hint; give me a tip pls; what's the best move?"
    "; gib mir bitte einen Tipp; ein Vorschlag?; un indice s'il te plaît; dame una pista",
    "text": "score; what's the score?; who is winning?; current score; show me the board please"
    "; wie steht es; wer gewinnt?; qui gagne ?; quel est le score ?; ¿quién va ganando?",
    "learn": "how do I win; what are the rules?; how does this work; what's the goal of the game"
    "; wie gewinne ich das Spiel?; comment on gagne ?; ¿cómo gano?",
    "possible": "what can I do here?; where can I go?; what are my options; what should I play"
    "; was kann ich machen?; welche Züge sind möglich; qu'est-ce que je peux faire"
    "; ¿qué puedo hacer?",
    "": "hello; what is this; I like this game; thanks; resign please; I want to resign"
    "; take it back; a3; good move; so what; ich gebe jetzt auf; je ne sais pas; no sé; nice one",
}


@pytest.mark.parametrize("verb", ASKED)
def test_a_sentence_asks_for_what_the_bot_can_show(verb: str) -> None:
    for line in ASKED[verb].split("; "):
        said = plain(line)
        assert verb_of_line(said) == verb, line
