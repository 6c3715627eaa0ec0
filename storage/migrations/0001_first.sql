-- Rows of games are never deleted, so a game that is over keeps its number and its keys.
-- Times are seconds since 1970. Ids of people, servers, channels and messages are Discord's.
-- 'Live' means lobby or playing: the partial indexes hold live games only and stay small.

create table migrations (
    number integer primary key,
    name text not null,
    at real not null,
    works_with integer not null     -- the oldest level whose programs may use the database after it
);

create table games (
    id integer primary key autoincrement,
    kind text not null,
    number integer not null,        -- counts per server and kind, from 1
    edition text not null,          -- of the rules
    options text not null,          -- a JSON object of strings
    seed blob not null,
    commitment text not null,       -- the SHA-256 of the seed, shown when the lobby opened
    guild integer not null,         -- the server
    home integer not null,          -- the channel where it was started or moved to
    channel integer,                -- where it is played, perhaps a thread; null: not known yet
    host integer not null,
    status text not null check (status in ('lobby', 'playing', 'over', 'cancelled')),
    n integer not null,             -- rows of the log
    stands integer not null,        -- the last row that changed the position (see drafts)
    on_turn integer,                -- a seat; null: nobody
    settled integer not null default 0,     -- the start was announced: nobody joins or leaves
    held integer not null default 0,        -- the message chance draws with next; 0: the newest
    language text not null,         -- such as de; '': the bot's
    version integer not null default 0,     -- grows with each write to the game or its side tables
    created real not null,
    changed real not null,
    unique (guild, kind, number)
);

create unique index games_live on games (channel) where status in ('lobby', 'playing');
create index games_ended on games (channel, changed) where status in ('over', 'cancelled');
create index games_guild on games (guild, id) where status in ('lobby', 'playing');
create index games_home on games (home, id) where status in ('lobby', 'playing');

create table seats (
    game integer not null references games (id),
    seat integer not null,
    user integer not null,          -- below zero: a computer, or a former player
    name text not null,
    left integer not null,          -- the player has resigned and keeps the seat in the log only
    computer text not null,         -- the level of a computer; '': a person sits here
    excused integer not null default 0,     -- the player didn't choose to leave: not rated
    primary key (game, seat)
) without rowid;

create index seats_user on seats (user, game);

-- Players who sat on a seat before it changed hands.
create table former_sitters (
    game integer not null references games (id),
    seat integer not null,
    until integer not null,         -- the log row of the handover: rows before it were theirs
    user integer not null,
    name text not null,
    computer text not null,         -- as in seats
    excused integer not null default 0,     -- as in seats
    primary key (game, seat, until)
) without rowid;

create index former_sitters_user on former_sitters (user, game);

create table log (
    game integer not null references games (id),
    n integer not null,
    seat integer not null,          -- -1: chance, -3: the whole table
    text text not null,
    mark text not null,             -- the checksum of the position
    key text unique,                -- on the first row of a commit, so no commit is done twice
    at real not null,
    post integer not null,          -- the message that chance drew with; 0: none
    primary key (game, n)           -- the lock: the first to write the row has the turn
) without rowid;

-- The keys of commits that write a post and no row of the log.
create table keys (
    key text primary key,
    game integer not null references games (id),
    n integer not null,             -- where the game stood
    at real not null
) without rowid;

create index keys_at on keys (at);

create table drafts (
    game integer not null references games (id),
    seat integer not null,
    n integer not null,             -- where the game stood
    line text not null,
    key text not null,              -- of the press or message that wrote the line
    primary key (game, seat)
) without rowid;

-- Turns that a seat wants to play if the player before makes a certain turn. They are secret, so
-- they aren't in the log. The commit of that turn resolves them all.
create table orders (
    id integer primary key autoincrement,
    game integer not null references games (id),
    seat integer not null,
    condition text not null,        -- the words that turn begins with; '': any turn
    mark text not null,             -- the checksum of the position it leads to, or ''
    line text not null,             -- what to play then
    fell text not null,             -- why it was not played; '': it still stands
    unique (game, seat, condition)
);

create table timers (
    id integer primary key autoincrement,   -- a timer that is set again gets a new id
    game integer not null references games (id),
    kind text not null,
    due real not null,
    payload text not null,          -- tells several timers of a kind apart
    unique (game, kind, payload)
);

create index timers_due on timers (due);

-- Computers' turns that other processes think of (`lumbercamp think`).
create table thoughts (
    timer integer primary key,      -- the timer by which the computer is to think
    until real not null,            -- until when that process may think
    seed text not null,             -- of the position that it thought of
    line text not null              -- the turn that came of it; '': none so far
);

create table clocks (
    game integer not null references games (id),
    seat integer not null,
    left real not null,             -- seconds, when the clock was last settled
    since real,                     -- running since then; null: it stands still
    primary key (game, seat)
) without rowid;

-- What each seat spent while the game was at row n, and gained by its turn: an undo gives it back.
create table spent (
    game integer not null references games (id),
    n integer not null,
    seat integer not null,
    seconds real not null,
    gain real not null,
    primary key (game, n, seat)
) without rowid;

create table outbox (
    id integer primary key autoincrement,
    game integer not null,          -- below zero: minus the server's id, for a post about a server
    n integer not null,             -- the row of the log; about a server: the second of writing
    kind text not null,
    nonce text not null,            -- random: by it Discord recognises a message that is sent twice
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'parked')),
    tries integer not null default 0,       -- a process that begins counts as one
    why text,                       -- the last failure
    message integer,                -- null: not sent yet, or no message was needed
    channel integer,                -- where the message is
    called integer,                 -- the one person it mentioned; null: nobody, or several
    at real not null                -- of the last change of this row
);

create index outbox_queue on outbox (game, id) where state = 'waiting';
create index outbox_parked on outbox (game) where state = 'parked';
create index outbox_message on outbox (message) where message is not null;
create index outbox_latest on outbox (game, kind) where message is not null;
create index outbox_called on outbox (called, at) where called is not null;

create table results (
    game integer not null references games (id),
    seat integer not null,
    points integer not null,
    won integer not null,
    place integer not null,         -- 1 is the best; players who tie share a place
    primary key (game, seat)
) without rowid;

-- Finished games in the order in which they ended, with everything that decides whether each is
-- rated. Ratings and tallies are computed from endings and results only, and can be rebuilt.
create table endings (
    id integer primary key autoincrement,
    game integer not null unique references games (id),
    guild integer not null,
    kind text not null,
    at real not null,
    people text not null,           -- the ids of those who sat at the start, in order
    turns integer not null,
    casual integer not null,        -- the table agreed not to rate it
    unrated text not null           -- why it isn't rated; '': it is
);

create index endings_people on endings (guild, kind, people, at) where unrated = '';
create index endings_guild on endings (guild, id);

-- A player's strength after each rated game.
create table ratings (
    guild integer not null,
    kind text not null,
    user integer not null,
    ending integer not null references endings (id),
    games integer not null,         -- rated games, including this one
    mu real not null,
    sigma real not null,
    primary key (guild, kind, user, ending)
) without rowid;

create index ratings_ending on ratings (ending);

-- What a player has played among people.
create table tallies (
    guild integer not null,
    kind text not null,             -- '': all kinds
    month text not null,            -- such as 2026-11; '': all time
    user integer not null,
    games integer not null,
    won integer not null,
    streak integer not null,        -- games won in a row, up to the last one
    latest integer not null references games (id),
    primary key (guild, kind, month, user)
) without rowid;

create index tallies_best on tallies (guild, kind, month, won desc, games, user);

-- The bot's own values.
create table settings (
    key text primary key,
    value text not null
) without rowid;

-- What a person has set for all servers, and what a server has set. The default has no row.
create table personal_settings (
    user integer not null,
    name text not null,
    value text not null,
    primary key (user, name)
) without rowid;

create table server_settings (
    guild integer not null,
    name text not null,
    value text not null,
    primary key (guild, name)
) without rowid;

-- Problems that people have reported to the person who runs the bot.
create table reports (
    id integer primary key,
    reference text not null unique, -- what the person was shown
    key text not null unique,       -- of the press, so no report is filed twice
    user integer not null,
    game integer not null references games (id),
    n integer not null,
    at real not null,
    said text not null,             -- what they typed
    state text not null,
    record text not null            -- the game as anybody may have it, without names
);

create index reports_user on reports (user, at);
create index reports_game on reports (game);
create index reports_at on reports (at);

-- People who have left a server; user 0: the bot itself.
create table absences (
    guild integer not null,
    user integer not null,
    since real not null,
    primary key (guild, user)
) without rowid;

-- People that a person doesn't play with.
create table blocks (
    user integer not null,
    other integer not null,
    primary key (user, other)
) without rowid;

create index blocks_other on blocks (other);

-- People that a server bars from opening and joining tables.
create table bars (
    guild integer not null,
    user integer not null,
    primary key (guild, user)
) without rowid;

create index bars_user on bars (user);

-- Links that open a board in a browser, each of them once. A hash opens nothing.
create table links (
    hash text primary key,
    user integer not null,
    game integer not null references games (id),
    until real not null
) without rowid;

create index links_user on links (user);

create table browsers (
    id integer primary key autoincrement,
    hash text not null unique,
    user integer not null,
    called text not null,           -- what the browser calls itself, in two words
    made real not null,
    used real not null,
    until real not null
);

create index browsers_user on browsers (user);

-- What people have tried at the puzzles of a day.
create table puzzle_tries (
    user integer not null,
    day integer not null,           -- since 1970
    kind text not null,
    did text not null,              -- a whole turn as in a log, or hint, or answer
    solved integer not null,
    at real not null,
    primary key (user, day, kind, did)
) without rowid;
