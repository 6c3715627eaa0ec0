-- Where somebody sat before is looked up, to tell them what became of a seat that they have lost.

create index former_sitters_user on former_sitters (user, game);
