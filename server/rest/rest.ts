import type { Database, RequestInfo } from '#server/db/database.ts'
import { Fault } from '#server/http/fault.ts'
import type { Identify, Identity, Service } from '#server/identity.ts'
import { type Exchange, negotiate } from './exchange.ts'
import { faultResponse, toFault } from './fault.ts'
import { parsePrefer } from './parse-prefer.ts'
import { parseQuery } from './parse-query.ts'
import { read } from './read.ts'
import { call } from './rpc.ts'
import type { Relation, Schema } from './schema.ts'
import { createSchemaCache } from './schema-cache.ts'
import { insert, remove, update } from './write.ts'

const prefix = '/rest/v1'

function wrongPath(): Fault {
  return new Fault(404, 'PGRST125', 'Invalid path specified in request URL')
}

function wrongMethod(method: string): Fault {
  return new Fault(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

/** What the address names: a table or view, or a function. */
function targetOf(pathname: string): { kind: 'table' | 'function'; name: string } {
  if (!pathname.startsWith(`${prefix}/`)) throw wrongPath()
  let parts: string[]
  try {
    parts = pathname
      .slice(prefix.length + 1)
      .split('/')
      .map(decodeURIComponent)
  } catch {
    throw wrongPath()
  }
  const [first = '', second = '', ...more] = parts
  if (first === '' && parts.length === 1) {
    throw new Fault(404, 'PGRST126', 'Root endpoint metadata is disabled')
  }
  if (first === 'rpc' && second !== '' && more.length === 0) return { kind: 'function', name: second }
  if (first === '' || parts.length > 1) throw wrongPath()
  return { kind: 'table', name: first }
}

function relationOf(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name)
  if (relation) return relation
  throw new Fault(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`)
}

function requirePublic(request: Request, isRead: boolean): void {
  const profile = request.headers.get(isRead ? 'accept-profile' : 'content-profile')
  if (profile === null || profile === 'public') return
  const hint = 'Only the following schemas are exposed: public'
  throw new Fault(406, 'PGRST106', `Invalid schema: ${profile}`, { fields: { hint } })
}

const secretHeaders = new Set(['authorization', 'apikey', 'cookie'])

/** What functions may learn of the request through `request.*`: never the caller's secrets. */
function infoOf(request: Request, pathname: string, readOnly: boolean): RequestInfo {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) if (!secretHeaders.has(name)) headers[name] = value
  return { method: request.method, path: pathname.slice(prefix.length), headers, readOnly }
}

/** OPTIONS: what may be done with an existing table, view or function. */
function allowed(schema: Schema, { kind, name }: ReturnType<typeof targetOf>): Response {
  if (kind === 'table') relationOf(schema, name)
  const routines = kind === 'function' ? schema.routines.get(name) : undefined
  if (kind === 'function' && !routines) {
    throw new Fault(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`)
  }
  const methods = !routines
    ? 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'
    : routines.every((routine) => routine.readOnly)
      ? 'OPTIONS,GET,HEAD,POST'
      : 'OPTIONS,POST'
  return new Response(null, { status: 200, headers: { allow: methods } })
}

async function answer(
  deps: { database: Database; schema: () => Promise<Schema> },
  request: Request,
  identity: Identity,
): Promise<Response> {
  const { pathname, search, searchParams } = new URL(request.url)
  const { method } = request
  const target = targetOf(pathname)
  if (method === 'OPTIONS') return allowed(await deps.schema(), target)
  const isRead = method === 'GET' || method === 'HEAD'
  if (
    !isRead &&
    method !== 'POST' &&
    (target.kind === 'function' || (method !== 'PATCH' && method !== 'DELETE'))
  ) {
    if (target.kind === 'table') throw wrongMethod(method)
    throw new Fault(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  }
  requirePublic(request, isRead)
  const common: Omit<Exchange, 'query'> = {
    database: deps.database,
    identity,
    request,
    info: infoOf(request, pathname, isRead),
    prefer: parsePrefer(request.headers.get('prefer')),
    media: negotiate(request.headers.get('accept')),
    schema: await deps.schema(),
  }
  if (target.kind === 'table' && isRead) return read(common, relationOf(common.schema, target.name), search)
  const exchange = { ...common, query: parseQuery(searchParams, isRead) }
  if (target.kind === 'function') return call(exchange, target.name)
  const relation = relationOf(exchange.schema, target.name)
  if (method === 'POST') return insert(exchange, relation)
  return method === 'PATCH' ? update(exchange, relation) : remove(exchange, relation)
}

/**
 * PostgREST's wire under `/rest/v1`: the tables, views and functions of schema `public`, found by reading the catalogue. The caller's role
 * and claims decide in the database what is seen and done. What is not supported is refused by name, never ignored.
 */
export function createRest(deps: { database: Database; identify: Identify }): Service {
  const schema = createSchemaCache(deps.database)
  return async (request) => {
    let identity: Identity | undefined
    try {
      identity = await deps.identify(request)
      return await answer({ database: deps.database, schema }, request, identity)
    } catch (error) {
      return faultResponse(
        toFault(error, identity?.role !== 'authenticated' && identity?.role !== 'service_role'),
      )
    }
  }
}
