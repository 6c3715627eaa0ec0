-- A post carries a word of its own, by which Discord knows it when it is sent twice. It is random:
-- what is made from a row's number would come again when a backup is restored, and the next board
-- would be taken for one that was posted already. Those that are still to be sent keep the words
-- that they may have been sent with.

alter table outbox add column nonce text;       -- null: sent before posts had one
alter table outbox add column channel integer;  -- where its message is; null: not known, or none

update outbox
set nonce = (
    select (cast(created as integer) % 1000000000) || '-' || outbox.id
    from games where games.id = outbox.game
)
where state != 'sent';

-- What was given up for now is looked at every hour, and whenever a right changes on a server.
create index outbox_parked on outbox (game) where state = 'parked';
