-- Whoever gives up their seat in a rated game is rated as last in it. Those who did so before were told
-- that they neither gain nor lose, and that holds: 0.

alter table former_sitters add column forfeits integer not null default 0;
