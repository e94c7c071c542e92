-- A trend tells how many there are of this month, too: a percentage alone is no fact.
create or replace function private.trend(total bigint, now_count bigint, before_count bigint) returns jsonb
  language sql immutable parallel safe set search_path = ''
  return jsonb_build_object(
    'total', trend.total, 'this_month', now_count, 'change', private.month_change(now_count, before_count)
  );
