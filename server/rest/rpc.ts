import { quoteLiteral, quoteName } from '#server/db/quote.ts'
import { type Answer, ask, respondWith } from './answer.ts'
import { isObject, type JsonBody, readJson } from './body.ts'
import {
  applyRange,
  bodyAs,
  contentRange,
  contentType,
  type Exchange,
  requireOne,
  statusOfRange,
} from './exchange.ts'
import { invalidBody, missingColumn, unsupported } from './fault.ts'
import { preferenceApplied } from './parse-prefer.ts'
import type { Query } from './parse-query.ts'
import { planRead } from './plan.ts'
import { maxRows } from './read-plan.ts'
import { findRoutine, takesBody } from './routine.ts'
import type { Parameter, Routine } from './schema.ts'
import { neededRowsSql, rowsSql } from './sql-rows.ts'
import { statementSql } from './sql-statement.ts'
import { type Binder, createBinder, inPublic } from './sql-terms.ts'
import { countSql } from './sql-where.ts'

function argument({ name, variadic }: Parameter, value: string): string {
  return `${variadic ? 'variadic ' : ''}${quoteName(name)} := ${value}`
}

/** The call as a `from` item, with arguments from the address or the body. */
function callSql(
  binder: Binder,
  routine: Routine,
  args: ReadonlyMap<string, string>,
  body: JsonBody | undefined,
): string {
  const call = inPublic(routine.name)
  if (body && takesBody(routine)) return `${call}(${binder.bind(body.text)}::${routine.parameters[0]?.type})`
  if (!body) {
    const given = routine.parameters.flatMap((parameter) => {
      const value = args.get(parameter.name)
      return value === undefined ? [] : [argument(parameter, `${binder.bind(value)}::${parameter.type}`)]
    })
    return `${call}(${given.join(', ')})`
  }
  const given = routine.parameters.filter(
    ({ name }) => isObject(body.value) && Object.hasOwn(body.value, name),
  )
  if (given.length === 0) return `${call}()`
  // Without a join, PostgreSQL can inline a search function and walk an index in the requested order.
  if (given.every(({ type }) => type === 'text')) {
    const json = `${binder.bind(body.text)}::json`
    const values = given.map((parameter) =>
      argument(parameter, `(${json} ->> ${quoteLiteral(parameter.name)})`),
    )
    return `${call}(${values.join(', ')})`
  }
  const record = given.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ')
  const values = given.map((parameter) => argument(parameter, `b.${quoteName(parameter.name)}`)).join(', ')
  return `json_to_record(${binder.bind(body.text)}::json) as b(${record}) cross join lateral ${call}(${values})`
}

type Call = { sql: string; offset: number; finish(answer: Answer): string }

/** A function that returns rows is read like a table: select, filter, order, page. */
function rowsCall(exchange: Exchange, binder: Binder, routine: Routine, from: string): Call {
  if (routine.returns.kind !== 'rows') throw new Error('Only a function that answers rows has columns')
  const { media, prefer } = exchange
  const root = planRead(exchange.schema, routine.returns.relation, exchange.query, maxRows)
  const sql = statementSql({
    // A read-only function is planned separately for the page and for the total; any other runs only once.
    before: `s as ${routine.readOnly ? 'not materialized ' : ''}(select ${neededRowsSql(root) || '1 as "?"'} from ${from} t0)`,
    rows: rowsSql(binder, root, 's', 'row'),
    body: media === 'csv' ? 'csv' : 'json',
    total: prefer.count && countSql(binder, root, 's', 'row', prefer.count),
  })
  const one = !routine.set && media === 'json'
  return {
    sql,
    offset: root.offset,
    finish: (answer) => (one ? (answer.body ?? '').slice(1, -1) || 'null' : bodyAs(media, answer)),
  }
}

/** A function that returns no rows has nothing to select, filter or order. */
function requirePlain(query: Query, routine: Routine): void {
  const [filter] = query.root.where
  if (filter?.kind === 'filter') throw missingColumn(routine.name, filter.field.name)
  if (
    filter ||
    query.root.order ||
    query.embedded.length > 0 ||
    query.select?.some((item) => item.kind !== 'star')
  ) {
    throw unsupported(`select, order or a filter on '${routine.name}', which does not answer rows,`)
  }
}

function valuesCall(exchange: Exchange, routine: Routine, from: string): Call {
  const { media, prefer, query } = exchange
  requirePlain(query, routine)
  const offset = query.root.offset ?? 0
  const limit = Math.min(query.root.limit ?? maxRows, maxRows)
  const sql = statementSql({
    before: `s as (select t0.v from ${from} t0(v))`,
    rows: `select s.v from s limit ${limit} offset ${offset}`,
    body: media === 'csv' ? 'csv' : 'values',
    total: prefer.count && 'select from s',
  })
  return {
    sql,
    offset,
    finish: (answer) => {
      if (media === 'csv') return answer.body ?? ''
      if (media === 'object') requireOne(answer.rows)
      return routine.set && media === 'json' ? (answer.body ?? '') : (answer.body ?? '').slice(1, -1)
    },
  }
}

async function bodyOf(request: Request): Promise<JsonBody | undefined> {
  return request.method === 'POST' ? readJson(request, '{}') : undefined
}

/** `/rpc/name`: GET and HEAD take arguments from the address, POST from a JSON body. */
export async function call(exchange: Exchange, name: string): Promise<Response> {
  const { query, prefer, request, media } = exchange
  if (query.columns) throw unsupported('columns on a function call')
  if (query.onConflict) throw unsupported('on_conflict on a function call')
  const body = await bodyOf(request)
  if (body && query.args.size > 0)
    throw unsupported(`the parameter "${[...query.args.keys()][0]}" beside a body`)
  const names = body ? (isObject(body.value) ? Object.keys(body.value) : []) : [...query.args.keys()]
  const routine = findRoutine(exchange.schema, name, names, body !== undefined)
  if (body && !isObject(body.value) && !takesBody(routine)) throw invalidBody('Expected a JSON object')
  if (!body) applyRange(query.root, request.headers.get('range'))

  const binder = createBinder()
  const from = callSql(binder, routine, query.args, body)
  if (routine.returns.kind === 'void') requirePlain(query, routine)
  const made =
    routine.returns.kind === 'void'
      ? undefined
      : routine.returns.kind === 'rows'
        ? rowsCall(exchange, binder, routine, from)
        : valuesCall(exchange, routine, from)
  const sql = made?.sql ?? statementSql({ rows: `select from ${from} t0`, body: 'none' })
  const shape = (answer: Answer) => ({
    status: made ? statusOfRange(made.offset, answer.rows, answer.total) : 204,
    text: made?.finish(answer),
  })
  // As in PostgREST, refusing the answer also undoes what a function with rows did. Other functions keep their work: they
  // count callers (`private.hit`), and asking for a page that does not exist must not undo the count.
  const isUndone = routine.returns.kind === 'rows'
  const { answer, shaped } = await exchange.database.as(
    exchange.identity,
    async (tx) => {
      const answer = await ask(tx, sql, binder.params)
      return { answer, shaped: isUndone ? shape(answer) : undefined }
    },
    { ...exchange.info, readOnly: !body || routine.readOnly },
  )
  const { status, text } = shaped ?? shape(answer)

  const headers = {
    ...contentRange(made?.offset ?? 0, answer.rows, answer.total),
    ...preferenceApplied(prefer, ['count', 'handling']),
  }
  if (!made || prefer.return === 'minimal') return respondWith(answer, 204, headers, null)
  const shown = request.method === 'HEAD' ? null : (text ?? '')
  return respondWith(answer, status, { ...headers, ...contentType(media) }, shown)
}
