-- Runs after the migrations: they decide which tables are live, by adding them to the publication.
select realtime.capture_published();
