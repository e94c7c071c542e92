const csvHeader = `(select coalesce(string_agg(k, ','), '') from
  (select json_object_keys(row_to_json(h.*)) as k from (select * from page limit 1) h) c)`
const csvLine = 'substring((r.*)::text, 2, length((r.*)::text) - 2)'

const bodies = {
  none: 'null',
  json: `coalesce(json_agg(${charged('row_to_json(r.*)', 'answer')})::text, '[]')`,
  values: `coalesce(json_agg(${charged('to_json(r.v)', 'answer')})::text, '[]')`,
  csv: `${csvHeader} || E'\\n' || coalesce(string_agg(${charged(csvLine, 'answer')}, E'\\n'), '')`,
}

/** A row that counts towards what one question may answer (`server/db/bootstrap/060_rest.sql`). */
export function charged(row: string, part: 'answer' | 'lists'): string {
  return `rest.charge(${row}, '${part}')`
}

// Read when the rows have been made, so that what a function of theirs set is there.
const settings = `nullif(current_setting('response.status', true), '') as status,
  nullif(current_setting('response.headers', true), '') as headers`

/**
 * One statement whose only row has `body` (the rows as the text that leaves), `rows` (how many they are) and `total`, which is
 * what the SQL `total` counts, and what was set as `response.status` and `response.headers`. `before` are the `with` queries that `rows` reads from.
 */
export function statementSql(parts: {
  before?: string
  rows: string
  body: keyof typeof bodies
  total?: string | undefined
}): string {
  const queries = parts.before ? `with ${parts.before}, ` : 'with '
  const total = parts.total ? `(select count(*)::int from (${parts.total}) c)` : 'null::int'
  if (parts.body !== 'csv') {
    const before = parts.before ? `with ${parts.before} ` : ''
    return `${before}select ${bodies[parts.body]} as body, count(*)::int as rows, ${total} as total, ${settings} from (${parts.rows}) r`
  }
  return `${queries}page as (${parts.rows}) select ${bodies.csv} as body, count(*)::int as rows, ${total} as total, ${settings} from page r`
}
