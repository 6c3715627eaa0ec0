-- What a server has set for its tables: a row for each thing, as with people's settings. What is as
-- it was at first has no row.

create table server_settings (
    guild integer not null,
    name text not null,
    value text not null,
    primary key (guild, name)
) without rowid;

-- A row of the outbox may be about a server and no game: its `game` is the server's id below zero,
-- and its `n` the second in which it was written. So `game` is no reference any more, and the table is
-- made anew, as SQLite changes no column.

create table outbox_anew (
    id integer primary key autoincrement,
    game integer not null,          -- below zero: the server of this id
    n integer not null,
    kind text not null,
    tries integer not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'parked')),
    message integer,
    why text,                       -- the last failure
    at real not null,               -- of the last change of this row
    nonce text,                     -- null: sent before posts had one
    channel integer,                -- where its message is; null: not known, or none
    called integer                  -- null: nobody, or everybody
);

insert into outbox_anew (id, game, n, kind, tries, state, message, why, at, nonce, channel, called)
select id, game, n, kind, tries, state, message, why, at, nonce, channel, called
from outbox order by id;

drop table outbox;
alter table outbox_anew rename to outbox;

create index outbox_waiting on outbox (id) where state = 'waiting';
create index outbox_message on outbox (message) where message is not null;
create index outbox_latest on outbox (game, kind) where message is not null;
create index outbox_parked on outbox (game) where state = 'parked';
create index outbox_called on outbox (called, at) where called is not null;
