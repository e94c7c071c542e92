-- What one question may answer is counted while its rows are made, in every list of it together: a bound on the finished
-- answer would come after the memory was taken.
create schema if not exists rest;
grant usage on schema rest to anon, authenticated, service_role;

-- Hands a row on and counts it. `part` is 'answer' for the rows that leave and 'lists' for those of lists inside them (which
-- are in the answer's bytes as well). Throws 54000, which the wire answers as 413, beyond 10,000 rows in all or 32 MB of one part.
create or replace function rest.charge(value anyelement, part text) returns anyelement
  language plpgsql volatile
as $$
declare
  rows integer := coalesce(nullif(current_setting('rest.rows', true), ''), '0')::integer + 1;
  bytes bigint := coalesce(nullif(current_setting('rest.bytes_of_' || part, true), ''), '0')::bigint
    + pg_column_size(value);
begin
  if rows > 10000 then
    raise exception using errcode = '54000', message = 'The answer has more than 10,000 rows in all';
  end if;
  if bytes > 32 * 1024 * 1024 then
    raise exception using errcode = '54000', message = 'The answer is larger than 32 MB';
  end if;
  perform set_config('rest.rows', rows::text, true), set_config('rest.bytes_of_' || part, bytes::text, true);
  return value;
end
$$;
revoke all on function rest.charge(anyelement, text) from public;
grant execute on function rest.charge(anyelement, text) to anon, authenticated, service_role;
