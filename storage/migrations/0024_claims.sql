-- Who sends a post, or does what a timer is for, claims its row: `owner` holds it until then, in
-- seconds of a clock that only ever grows. Opening a file ends all claims.

alter table outbox add column owner text not null default '';
alter table outbox add column until real not null default 0;
-- How often it was claimed; from the second time on it may have been sent. So may those of before.
alter table outbox add column claims integer not null default 1;

alter table timers add column owner text not null default '';
alter table timers add column until real not null default 0;

-- A game's posts are sent in order: what waits is looked for by game.
drop index outbox_waiting;
create index outbox_queue on outbox (game, id) where state = 'waiting';
