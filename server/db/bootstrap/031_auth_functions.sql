-- Who a request speaks for: the claims that the backend sets for each transaction.
create or replace function auth.jwt() returns jsonb
  language sql stable
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create or replace function auth.uid() returns uuid
  language sql stable
  return nullif(auth.jwt() ->> 'sub', '')::uuid;

create or replace function auth.role() returns text
  language sql stable
  return auth.jwt() ->> 'role';

create or replace function auth.email() returns text
  language sql stable
  return auth.jwt() ->> 'email';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
