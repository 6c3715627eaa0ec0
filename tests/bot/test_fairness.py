"""Nobody is shown a number of 64 digits who did not ask for it; who asks has all of it.

Source: issue 25, item 4.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CHANNEL, EVE, GUILD, Core

LONG = re.compile("[0-9a-f]{64}")


@pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])
async def test_no_public_post_has_a_number_of_64_digits(core: Core, kind: str) -> None:
    """Of a whole game, as it was posted and as it is in the end, with alt texts and file names."""
    core.kind, core.unseen, seen = kind, False, set[str]()
    await core.open(ANN, 2)

    async def look() -> None:
        for _ in range(2):
            await core.deliver()
        for message in core.transport.messages:
            seen.add(f"{message.text} {message.alt} {message.file} {message.buttons}")

    await look()
    await core.join(BEN)
    await look()
    controls = Controls(core)
    name = f"{core.games[kind].game.letter}1"
    await controls.press(ANN, await controls.resign(ANN), f"Resign From {name}")
    await look()
    assert (await core.game()).status == "over"
    assert len(seen) > 4
    assert not [text for text in seen if LONG.search(text)]


async def test_fairness_leads_to_the_posts_that_drew(core: Core) -> None:
    """The first and the last one, each with a link, its number and its row; anybody may ask."""
    core.kind, core.unseen = "logjam", False
    await core.open(ANN, 2)
    await core.deliver()
    card = core.transport.messages[0]
    assert [button.label for button in card.buttons][-1] == "Fairness"
    asked = await core.done(core.cases.queries.fairness, core.wish(EVE))
    assert "Row" not in asked.text
    await core.join(BEN)
    for _ in range(2):
        await core.deliver()
    announced = core.transport.messages[1]
    asked = await core.done(core.cases.queries.fairness, core.wish(EVE))
    link = f"https://discord.com/channels/{GUILD}/{CHANNEL}/{announced.id}"
    assert f"Row 3 was drawn with [this post]({link}), number `{announced.id}`." in asked.text
    assert "The seed is shown here when the game is over." in asked.text


async def test_the_digits_of_the_card_are_enough_for_the_command(
    core: Core, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As they stand there, in groups; fewer of them, or others, are not this game's."""
    controls, file = Controls(core), tmp_path / "record.txt"
    await core.seated(ANN, BEN)
    await controls.gone(ANN)
    file.write_text((await controls.record(ANN)).document)
    hash_ = (await core.game()).commitment
    digits = " ".join(hash_[i : i + 5] for i in range(0, 20, 5))
    assert main(["verify", str(file), "--card", digits]) == 0
    assert "The seed is the one of that card." in capsys.readouterr().out
    assert main(["verify", str(file), "--card", hash_.upper()]) == 0
    for other in (digits[:-1], "00000 00000 00000 00000", hash_ + "0"):
        assert main(["verify", str(file), "--card", other]) == 1
