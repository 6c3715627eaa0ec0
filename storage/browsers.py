"""The tables links and browsers: links to a board, and the browsers in which people opened one. Of
a secret that opens a board only the hash is stored."""

from collections.abc import Collection, Mapping

from storage.engine import Db
from storage.rows import Browser, BrowserLink, Version
from storage.verbs import StoreBase, insert, reads, writes

MOST = 10  # browsers of a person: the one unused for the longest time makes room
OFTEN = 3600.0  # seconds between two notes that a browser is in use

_BROWSER = 'select id, "user", called, made, used, until from browsers where'


class BrowserVerbs(StoreBase):
    @writes
    def add_link(self, db: Db, hash_: str, link: BrowserLink, seconds: float) -> None:
        """Add a link that admits a person once, within `seconds`."""
        at = self.now()
        db.execute("delete from links where until <= ?", (at,))
        db.execute(
            'insert into links (hash, "user", game, until) values (?, ?, ?, ?) on conflict (hash)'
            ' do update set "user" = excluded."user", game = excluded.game, until = excluded.until',
            (hash_, link.user, link.game, at + seconds),
        )

    @reads
    def link(self, db: Db, hash_: str) -> BrowserLink | None:
        """The person and the game of a link. None: it has expired, or was used."""
        sql = 'select "user", game from links where hash = ? and until > ?'
        found = db.execute(sql, (hash_, self.now())).fetchone()
        return found and BrowserLink(*found)

    @writes
    def enter(
        self, db: Db, by: str, hash_: str, called: str, seconds: float, instead: int = 0
    ) -> BrowserLink | None:
        """Use up the link with the hash `by`, and admit a browser of its person for `seconds`,
        unless its hash is empty. None: the link has expired, or was used; then nothing is written.
        instead: the browser of the same person that this one replaces."""
        sql = 'delete from links where hash = ? and until > ? returning "user", game'
        found = db.execute(sql, (by, self.now())).fetchone()
        if found is None:
            return None
        link = BrowserLink(*found)
        if hash_:
            _end(db, link.user, instead)
            self._admit(db, hash_, link.user, called, seconds)
        return link

    @writes
    def add_browser(self, db: Db, hash_: str, user: int, called: str, seconds: float) -> None:
        """Admit a browser for `seconds`. If there are too many, the one unused for longest ends."""
        self._admit(db, hash_, user, called, seconds)

    def _admit(self, db: Db, hash_: str, user: int, called: str, seconds: float) -> None:
        at = self.now()
        db.execute("delete from browsers where until <= ?", (at,))
        db.execute(
            'delete from browsers where "user" = ? and id not in'
            ' (select id from browsers where "user" = ? order by used desc, id desc limit ?)',
            (user, user, MOST - 1),
        )
        row = (hash_, user, called, at, at, at + seconds)
        insert(db, "browsers", 'hash, "user", called, made, used, until', [row])

    @reads
    def browser(self, db: Db, hash_: str) -> Browser | None:
        """The browser with this hash, if it is admitted."""
        found = db.execute(f"{_BROWSER} hash = ? and until > ?", (hash_, self.now())).fetchone()
        return found and Browser(*found)

    @writes
    def note_use(self, db: Db, browser: int) -> None:
        """Note that a browser is in use, at most once an hour."""
        at = self.now()
        sql = "update browsers set used = ? where id = ? and used < ?"
        db.execute(sql, (at, browser, at - OFTEN))

    @reads
    def browsers_of(self, db: Db, user: int) -> list[Browser]:
        """A person's admitted browsers, latest use first."""
        sql = f'{_BROWSER} "user" = ? and until > ? order by used desc, id desc'
        return [Browser(*row) for row in db.execute(sql, (user, self.now()))]

    @writes
    def end_browser(self, db: Db, user: int, browser: int) -> None:
        """End a browser of a person, and void their unused links."""
        _end(db, user, browser)
        db.execute('delete from links where "user" = ?', (user,))

    @reads
    def admitted_browsers(
        self, db: Db, browsers: Collection[int], games: Collection[int]
    ) -> Mapping[int, Mapping[int, float | None]]:
        """Those of the browsers that are admitted, each with those of the games in which its person
        has a seat: since when the person is absent from the game's server; None: they are there."""
        sql = f"""
            select browsers.id, seats.game, since from browsers
            left join seats on seats."user" = browsers."user"
                and seats.game in ({", ".join("?" * len(games))})
            left join games on games.id = seats.game
            left join absences on absences.guild = games.guild
                and absences."user" = browsers."user"
            where browsers.id in ({", ".join("?" * len(browsers))}) and browsers.until > ?
        """
        found = dict[int, dict[int, float | None]]()
        for browser, game, since in db.execute(sql, (*games, *browsers, self.now())):
            tables = found.setdefault(browser, {})
            if game is not None:
                tables[game] = since
        return found

    @reads
    def places_with(
        self, db: Db, games: Collection[int], name: str, value: str
    ) -> Mapping[int, tuple[int, int]]:
        """The server and the channel of each of the games whose server has this setting."""
        sql = f"""
            select games.id, games.guild, coalesce(channel, home) from games
            join server_settings on server_settings.guild = games.guild
            where name = ? and value = ? and games.id in ({", ".join("?" * len(games))})
        """
        found = db.execute(sql, (name, value, *games))
        return {game: (guild, place) for game, guild, place in found}

    @reads
    def versions(self, db: Db, games: Collection[int]) -> Mapping[int, Version]:
        """The version of each of the games."""
        sql = f"""
            select id, n, version, on_turn, seats."user" from games
            left join seats on seats.game = games.id and seats.seat = games.on_turn
            where id in ({", ".join("?" * len(games))})
        """
        return {game: Version(*found) for game, *found in db.execute(sql, (*games,))}


def void_links(db: Db, user: int, guild: int) -> None:
    """Void a person's links to the games of a server, and the tokens they made for it."""
    here = "game in (select id from games where guild = ?)"
    db.execute(f'delete from links where "user" = ? and {here}', (user, guild))
    db.execute('delete from tokens where "user" = ? and guild = ?', (user, guild))


def _end(db: Db, user: int, browser: int) -> None:
    db.execute('delete from browsers where "user" = ? and id = ?', (user, browser))
