-- What a file of SQLite is after the steps up to this number; what each column means is told there. The
-- steps that come after are the same ones for both.

create table migrations (
    number integer primary key,
    name text not null,
    at real not null
);

comment on table migrations is 'Lumbercamp';    -- by which a database is known as ours

create table games (
    id integer primary key autoincrement,
    kind text not null,
    number integer not null,
    edition text not null,
    options text not null,
    seed blob not null,
    guild integer not null,
    home integer not null,
    channel integer,
    host integer not null,
    n integer not null,
    status text not null check (status in ('lobby', 'playing', 'over', 'cancelled')),
    on_turn integer,
    due real,
    created real not null,
    changed real not null,
    commitment text not null default '',
    stands integer not null default 0,
    held integer not null default 0,
    settled integer not null default 0,
    version integer not null default 0,
    unique (guild, kind, number)
);

create unique index games_live on games (channel) where status in ('lobby', 'playing');
create index games_ended on games (channel, changed) where status in ('over', 'cancelled');
create index games_guild on games (guild, id) where status in ('lobby', 'playing');
create index games_home on games (home, id) where status in ('lobby', 'playing');

create table seats (
    game integer not null references games (id),
    seat integer not null,
    "user" integer not null,
    name text not null,
    "left" integer not null default 0,
    computer text not null default '',
    primary key (game, seat)
);

create index seats_user on seats ("user", game);

create table former_sitters (
    game integer not null references games (id),
    seat integer not null,
    until integer not null,
    "user" integer not null,
    name text not null,
    computer text not null default '',
    agreed integer not null default 0,
    primary key (game, seat, until)
);

create index former_sitters_user on former_sitters ("user", game);

create table log (
    game integer not null references games (id),
    n integer not null,
    seat integer not null,
    text text not null,
    mark text not null,
    key text unique,
    at real not null,
    post integer,
    primary key (game, n)
);

create table drafts (
    game integer not null references games (id),
    seat integer not null,
    n integer not null,
    line text not null,
    key text not null,
    primary key (game, seat)
);

create table orders (
    id integer primary key autoincrement,
    game integer not null references games (id),
    seat integer not null,
    condition text not null,
    mark text not null,
    line text not null,
    fell text not null,
    unique (game, seat, condition)
);

create table timers (
    id integer primary key autoincrement,
    game integer not null references games (id),
    kind text not null,
    due real not null,
    payload text not null,
    unique (game, kind, payload)
);

create index timers_due on timers (due);

create table clocks (
    game integer not null references games (id),
    seat integer not null,
    "left" real not null,
    since real,
    primary key (game, seat)
);

create table spent (
    game integer not null references games (id),
    n integer not null,
    seat integer not null,
    seconds real not null,
    gain real not null,
    primary key (game, n, seat)
);

create table outbox (
    id integer primary key autoincrement,
    game integer not null,
    n integer not null,
    kind text not null,
    tries integer not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'parked')),
    message integer,
    why text,
    at real not null,
    nonce text,
    channel integer,
    called integer
);

create index outbox_waiting on outbox (id) where state = 'waiting';
create index outbox_message on outbox (message) where message is not null;
create index outbox_latest on outbox (game, kind) where message is not null;
create index outbox_parked on outbox (game) where state = 'parked';
create index outbox_called on outbox (called, at) where called is not null;

create table results (
    game integer not null references games (id),
    seat integer not null,
    points integer not null,
    won integer not null,
    place integer not null default 1,
    primary key (game, seat)
);

create table endings (
    id integer primary key autoincrement,
    game integer not null unique references games (id),
    guild integer not null,
    kind text not null,
    at real not null,
    people text not null,
    turns integer not null,
    casual integer not null,
    computers integer not null,
    substitutes integer not null,
    unrated text not null,
    agreed integer not null default 0
);

create index endings_people on endings (guild, kind, people, at) where unrated = '';
create index endings_guild on endings (guild, id);

create table ratings (
    guild integer not null,
    kind text not null,
    "user" integer not null,
    ending integer not null references endings (id),
    games integer not null,
    mu real not null,
    sigma real not null,
    primary key (guild, kind, "user", ending)
);

create index ratings_ending on ratings (ending);

create table tallies (
    guild integer not null,
    kind text not null,
    month text not null,
    "user" integer not null,
    games integer not null,
    won integer not null,
    streak integer not null,
    latest integer not null references games (id),
    primary key (guild, kind, month, "user")
);

create index tallies_best on tallies (guild, kind, month, won desc, games, "user");

create table settings (
    key text primary key,
    value text not null
);

create table personal_settings (
    "user" integer not null,
    name text not null,
    value text not null,
    primary key ("user", name)
);

create table server_settings (
    guild integer not null,
    name text not null,
    value text not null,
    primary key (guild, name)
);

create table reports (
    id integer primary key,
    reference text not null unique,
    key text not null unique,
    "user" integer not null,
    game integer not null references games (id),
    n integer not null,
    at real not null,
    said text not null,
    state text not null,
    record text not null
);

create index reports_user on reports ("user", at);
create index reports_game on reports (game);
create index reports_at on reports (at);

create table absences (
    guild integer not null,
    "user" integer not null,
    since real not null,
    primary key (guild, "user")
);

-- How often each connection has written, so that one which was lost in the middle of a commit can ask
-- whether it was done. SQLite needs none of that.
create table writers (
    name text primary key,
    writes integer not null,
    at timestamptz not null default now()
);
