const csvHeader = `(select coalesce(string_agg(k, ','), '') from
  (select json_object_keys(row_to_json(h.*)) as k from (select * from page limit 1) h) c)`
const csvLine = 'substring((r.*)::text, 2, length((r.*)::text) - 2)'

const bodies = {
  none: 'null',
  json: `coalesce(json_agg(${charged('row_to_json(r.*)', 'answer')})::text, '[]')`,
  values: `coalesce(json_agg(${charged('to_json(r.v)', 'answer')})::text, '[]')`,
  csv: `${csvHeader} || E'\\n' || coalesce(string_agg(${charged(csvLine, 'answer')}, E'\\n'), '')`,
}

/** A row that counts towards the size limit of one answer (`server/db/bootstrap/060_rest.sql`). */
export function charged(row: string, part: 'answer' | 'lists'): string {
  return `rest.charge(${row}, '${part}')`
}

// Read after the rows were made, so that settings made by their functions are included.
const settings = `nullif(current_setting('response.status', true), '') as status,
  nullif(current_setting('response.headers', true), '') as headers`

/**
 * One statement that returns a single row: `body` (the rows as response text), `rows` (their number), `total`
 * (the count of the SQL `total`), and the settings `response.status` and `response.headers`. `before` holds the
 * `with` queries that `rows` uses.
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
