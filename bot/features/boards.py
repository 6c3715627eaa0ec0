"""Boards: a game's board as it is now, and every earlier one, which a person may share. Players see
what their seat could see at that board, others what everybody could. The buttons of a panel name
the row of its board, so an old panel works after an undone turn.

Open Board leads to the board in a browser (bot/web): it gives one person a link that signs in one
browser as them, and /games settings, Signed-In Browsers, signs them out.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, partialmethod

from bot.features.feature import OF_A_ROW, PAGE, REVIEW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages import answers, cards, layouts, posts
from bot.messages.answers import beside_picture, hand, story_since, where
from bot.messages.courier import Courier, Made, PermanentError, handles
from bot.messages.fitting import Stacked
from bot.messages.layout import Button, Choice, Layout, Menu, Pages
from bot.messages.layouts import button_id, drawing, file_of
from bot.table import browsers, refusals
from bot.table.commit import party
from bot.table.game import DAY
from bot.table.intent import Intent, Meant, Session
from bot.table.names import Command, game_name
from bot.table.records import Board, Page, board_at, boards, page_of
from bot.table.rows import OutboxRow, code
from bot.table.seats import alone
from bot.table.settings import TEXT_FIRST, is_on
from rules.english import lately
from rules.errors import NotYou, Stale, Unavailable
from rules.text import (
    NOTHING,
    Jump,
    Link,
    Mention,
    Moment,
    Small,
    Strong,
    Text,
    lines,
    notation,
    sentences,
)
from storage import BrowserLink


@code("share")
class Shared(OutboxRow):
    """Posts a board in a channel, once for each player and once for all spectators."""

    channel: int
    n: int
    player: int  # 1, or 0: a spectator
    user: int
    aside = True

    @property
    def alike(self) -> str:
        """The beginning of the rows of all spectators; empty: those of a player."""
        return "" if self.player else self.encode().removesuffix(str(self.user))


class BoardVerbs:
    """The verbs, which change no game."""

    def __init__(self, at: Services) -> None:
        self._store, self._tables, self._commits = at.store, at.tables, at.commits

    async def as_text(self, session: Session) -> Layout:
        """The public position in words, or the message of a lobby. Raises Refused."""
        game = session.found
        if not boards(await self._store.log(game.id)):
            return cards.card(game, None)
        return Layout(posts.board(await self._tables.at(game)))

    async def share(self, session: Session) -> Layout:
        """Post the board here, once for each player and for all spectators. Raises Refused."""
        if session.muted:
            raise Unavailable(answers.MUTED)
        game = session.found
        board = board_at(await self._store.log(game.id), session.target.n or 0)
        if board is None:
            raise Stale.because(
                "The turn you were looking at in {game} has been undone. You can use Back and Next "
                "from here.",
                game=game,
            )
        stranger, user = not party(game, session.user), session.user
        wish = Shared(session.channel, board.n, int(not stranger), user)
        if await self._commits.tell_once(game, wish.encode(), wish.alike):
            return Layout(Text("Shared. Everyone here can see this board now."))
        if (post := await self._store.latest(game.id, wish.encode())) is not None:
            link = Text("jump to the message")
            there = Jump(link, game.guild, post.channel or game.home, post.message or 0)
            return Layout(Text("You've already shared this board here: {there}.", there=there))
        if stranger:  # one spectator shares a board for all of them
            text = Text("A spectator of {game} has already shared this board here.", game=game)
            return Layout(text)
        return Layout(Text("Shared. The board will appear here in a moment."))

    async def post_shared(self, row: Shared, courier: Courier) -> Made:
        """Post a shared board, unless its turn was undone. It isn't tried again later."""
        game = await courier.game()
        rows = await self._store.log(game.id)
        if (board := board_at(rows, row.n)) is None:
            return None
        shown = await page_of(self._tables, game, boards(rows), board, None)
        table, n = shown.table, shown.board.n
        story = story_since(table)
        by = Text("Shared by {name}.", name=Mention(row.user, Text("someone")))
        text = Stacked((sentences(where(shown), by), story, hand(shown)), spare=(story,))
        picture = drawing(table.game.hosted, table.view_of(), table.labels)
        button = Button(Text("Replay"), button_id("at", table.game.id, n))
        post = Layout(text, picture, f"{game_name(table.game)}-{n}-shared.png", (button,))
        with suppress(PermanentError):
            return await courier.in_channel(row.channel, post)
        return None

    async def turn_page(
        self, session: Session, pick: Callable[[Sequence[Board], int], Board]
    ) -> Layout:
        """A board by the pressed row, or the message of a lobby. Raises Refused."""
        there = boards(await self._store.log(session.found.id))
        if not there:
            return cards.card(session.found, None)
        settings = await self._store.personal(session.user)
        board = pick(there, session.target.n or 0)
        shown = await page_of(self._tables, session.found, there, board, session.seat)
        return page(shown, in_words=is_on(settings, TEXT_FIRST))

    newest = partialmethod(turn_page, pick=lambda them, n: them[-1])
    first = partialmethod(turn_page, pick=lambda them, n: them[0])
    # The board before row n, after it, and at it or later, as far as there is one.
    earlier = partialmethod(
        turn_page, pick=lambda them, n: next((b for b in reversed(them) if b.n < n), them[0])
    )
    later = partialmethod(
        turn_page, pick=lambda them, n: next((b for b in them if b.n > n), them[-1])
    )
    at = partialmethod(
        turn_page, pick=lambda them, n: next((b for b in them if b.n >= n), them[-1])
    )


def page(shown: Page, *, in_words: bool) -> Layout:
    """A board as its reader sees it, with buttons to the others. in_words: text comes first."""
    table, n = shown.table, shown.board.n
    picture = drawing(table.game.hosted, table.view_of(shown.seat), table.labels)
    text: Text = beside_picture(shown)
    if in_words:
        names, texts, state = table.names, table.kind.texts, table.view_of(shown.seat).state
        story = lately(story_since(table, shown.seat), table.at.turns)
        rows = texts.rows(state, names)
        parts = (
            where(shown),
            story,
            texts.squares,
            texts.pieces(state, names),
            rows,
            texts.standing(state, names),
            texts.news(state, names),
            hand(shown),
            posts.to_mover(table, names) if shown.last else NOTHING,
        )
        text = Stacked(parts, spare=(rows, story))
    id_ = partial(button_id, game=table.game.id, n=n)
    buttons = (
        Button(Text("First"), id_("first"), off=shown.first),
        Button(Text("Back"), id_("earlier"), off=shown.first),
        Button(Text("Next"), id_("later"), off=shown.last),
        Button(Text("Last"), id_("last"), off=shown.last),
        Button(Text("Share"), id_("share"), "primary"),
        *layouts.play_on(table),
    )
    return Layout(text, picture, file_of(table.game, table.n), buttons)


def feature(at: Services) -> Feature:
    boards, own = BoardVerbs(at), partial(Verb, id=OF_A_ROW, on_page=True)
    step = partial(own, instead="panel")
    newest = Text("Show the board, and step back through earlier ones")
    turns = Text("Replay a game turn by turn (only you can see it)")
    names = (named_game(at.turns.complete_begun),)
    replay = Slash("games", Text("/replay"), turns, names, group=REVIEW)
    in_words = Behind(1, 1, Text("Board as Text"), alone)  # others have it under the board
    shown = ("board", "show board", "show the board")
    return Feature(
        rows=(handles(Shared, boards.post_shared),),
        verbs=(
            Verb("board", boards.newest, slash=Slash("each game", Text("/board"), newest)),
            own("text", boards.as_text, typed=shown, more=in_words),
            own("replay", boards.first, slash=replay, game=Meant.HERE),
            step("first", boards.first),
            step("earlier", boards.earlier),
            step("later", boards.later),
            step("last", boards.newest),
            own("at", boards.at),
            own("share", boards.share),
        ),
    )


class Browsers:
    """Signs browsers in and out."""

    def __init__(self, at: Services) -> None:
        self._store, self._servers = at.store, at.servers

    async def open(self, session: Session, address: str) -> Layout:
        """A player's own link to the board, and the public one. Raises NotYou without either."""
        game, watch = session.found, NOTHING
        name = Strong(game)
        if await self._servers.watchable([game.id]):
            link = Link(f"{address}/t/{game.id}-{browsers.watch_word(game.seed)}")
            watch = Text("Anyone with this link can watch {game}: {link}", game=name, link=link)
        if session.seat is None:
            if not watch:
                raise NotYou(refusals.stranger(game))
            return Layout(watch)
        word, opens = browsers.new_word(), BrowserLink(session.user, game.id)
        await self._store.add_link(browsers.hash_word(word), opens, browsers.LINK_LASTS)
        link = Link(f"{address}/enter/{word}")
        own = Text("Your own link to the board of {game}: {link}", game=name, link=link)
        once = Text(
            "The link works once, within ten minutes, and keeps that browser signed in for "
            "30 days. Don't share it."
        )
        return Layout(lines(own, once, watch))

    async def all(self, wish: Intent, page: int = 0) -> Layout:
        """The browsers of the person who asks, and a menu that signs them out."""
        known = await self._store.browsers_of(wish.user)
        if not known:
            return Layout(Text("You aren't signed in on any browser."))
        entries, choices = list[Text](), list[Choice]()
        for each in known:
            day, ago = Moment(each.made, "d"), Moment(each.used, "R")
            name, since = each.called, Text("signed in on {day}", day=Moment(each.made, "f"))
            entries.append(
                Text("{browser}, signed in {day}, last used {ago}", browser=name, day=day, ago=ago)
            )
            choices.append(Choice(str(each.id), notation(name), since))
        menu = Menu("lc:endbrowser", Text("Sign out a browser"), tuple(choices))
        hint = Text(
            "Open Board signs a browser in for 30 days. Sign out any browser you don't recognise."
        )
        pages = Pages(entries, page, lambda to: f"lc:browserspage:{to}", Small(hint), menu)
        return Layout(Strong(Text("Your signed-in browsers")), pages=pages)

    async def end(self, wish: Intent) -> Layout:
        """Sign out the browser with the number in the words; one that is signed out stays so."""
        if wish.words.isascii() and wish.words.isdigit():
            await self._store.end_browser(wish.user, int(wish.words[:18]))
        return await self.all(wish)

    async def launch(self, session: Session, instance: str) -> None:
        """Note which table the Activity shows. Raises NotYou for people who don't play there."""
        game = session.found
        if session.seat is None:
            raise NotYou(refusals.stranger(game))
        link, key, lasts = BrowserLink(session.user, game.id), browsers.activity_key(instance), DAY
        if not instance:  # the frame will be there within two minutes
            key, lasts = browsers.press_key(session.user, session.channel), 120.0
        await self._store.add_link(key, link, lasts)


def browser(at: Services) -> Feature:
    """The list of signed-in browsers, even if no board can be opened any more; and Open Board."""
    signing, hosting = Browsers(at), at.hosting
    mine = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True)
    about = Text("Open the board in your browser and tap to play")
    browse = Verb(
        "browse",
        partial(signing.open, address=hosting.boards_at),
        OF_A_ROW,
        slash=Slash("each game", Text("/browser"), about),
        game=Meant.HERE,
        press="any row",
        under=Text("Open Board"),
        launch=signing.launch if hosting.activity else None,
    )
    return Feature(
        verbs=(
            mine("browsers", signing.all, (), instead="own"),
            mine("browserspage", signing.all, PAGE, instead="own"),
            mine("endbrowser", signing.end, (), instead="panel"),
            *((browse,) if hosting.boards_at else ()),
        )
    )
