-- Rows are kept for good: a game that is over stays, so that its number and its keys stay taken.
-- 'Live' means lobby or playing; the partial indexes hold live games only and stay small.

create table migrations (
    number integer primary key,
    name text not null,
    at real not null
);

create table games (
    id integer primary key autoincrement,
    kind text not null,
    number integer not null,
    edition text not null,
    options text not null,          -- a JSON object of strings
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
    unique (guild, kind, number)
);

create unique index games_live on games (channel) where status in ('lobby', 'playing');
create index games_ended on games (channel, changed) where status in ('over', 'cancelled');
create index games_due on games (due) where status in ('lobby', 'playing') and due is not null;

create table seats (
    game integer not null references games (id),
    seat integer not null,
    user integer not null,
    name text not null,
    primary key (game, seat)
) without rowid;

create table log (
    game integer not null references games (id),
    n integer not null,
    seat integer not null,
    text text not null,
    mark text not null,
    key text unique,                -- on the first row of a commit
    at real not null,
    primary key (game, n)           -- the lock: whoever writes the row first has the turn
) without rowid;

create table drafts (
    game integer not null references games (id),
    seat integer not null,
    n integer not null,
    line text not null,
    key text not null,
    primary key (game, seat)
) without rowid;

create table results (
    game integer not null references games (id),
    seat integer not null,
    points integer not null,
    won integer not null,
    primary key (game, seat)
) without rowid;

create table outbox (
    id integer primary key autoincrement,
    game integer not null references games (id),
    n integer not null,
    kind text not null,
    tries integer not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'parked')),
    message integer,
    why text,                       -- the last failure
    at real not null                -- of the last change of this row
);

create index outbox_waiting on outbox (id) where state = 'waiting';
create index outbox_message on outbox (message) where message is not null;
create index outbox_latest on outbox (game, kind) where message is not null;

create table settings (
    key text primary key,
    value text not null
) without rowid;
