import { type Context, Hono } from 'hono'
import type { Caller, Database, RequestInfo } from '#server/base/database.ts'
import { Fault } from '#server/base/fault.ts'
import type { Identify, Service } from '#server/identity.ts'
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
/** A path that matches no route. */
const nowhere = '//'

/** The path below the prefix, each part encoded the same way, so that Hono decodes it correctly. */
function getPath(request: Request): string {
  const parts = new URL(request.url).pathname.slice(prefix.length).split('/')
  try {
    return parts.map((part) => encodeURIComponent(decodeURIComponent(part))).join('/') || nowhere
  } catch {
    return nowhere
  }
}

function relationOf(schema: Schema, name: string): Relation {
  const relation = schema.relations.get(name)
  if (relation) return relation
  throw new Fault(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`)
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function requirePublic(request: Request): void {
  const profile = request.headers.get(isRead(request) ? 'accept-profile' : 'content-profile')
  if (profile === null || profile === 'public') return
  const hint = 'Only the following schemas are exposed: public'
  throw new Fault(406, 'PGRST106', `Invalid schema: ${profile}`, { fields: { hint } })
}

const secretHeaders = new Set(['authorization', 'apikey', 'cookie'])

/** What functions may read about the request through `request.*`: never the caller's secrets. */
function infoOf(request: Request): RequestInfo {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) if (!secretHeaders.has(name)) headers[name] = value
  const path = new URL(request.url).pathname.slice(prefix.length)
  return { method: request.method, path, headers, readOnly: isRead(request) }
}

/** The methods that OPTIONS reports for a function. */
function methodsOf(schema: Schema, name: string): string {
  const routines = schema.routines.get(name)
  if (!routines)
    throw new Fault(404, 'PGRST202', `Could not find the function public.${name} in the schema cache`)
  return routines.every((routine) => routine.readOnly) ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST'
}

const allow = (methods: string) => new Response(null, { status: 200, headers: { allow: methods } })

type Env = { Variables: { caller: Caller } }

/**
 * PostgREST's protocol under `/rest/v1`: the tables, views and functions of schema `public`, read from the
 * catalogue. In the database, the caller's role and claims decide what is allowed. Unsupported features are
 * refused by name, never ignored.
 */
export function createRest(deps: { database: Database; identify: Identify }): Service {
  const schema = createSchemaCache(deps.database)
  const app = new Hono<Env>({ getPath })

  app.use(async (c, next) => {
    const identity = await deps.identify(c.req.raw)
    c.set('caller', { identity, info: infoOf(c.req.raw) })
    return next()
  })
  app.onError((error, c) => {
    const caller: Caller | undefined = c.get('caller')
    const role = caller?.identity.role
    return faultResponse(toFault(error, role !== 'authenticated' && role !== 'service_role'))
  })
  app.notFound(() => {
    throw new Fault(404, 'PGRST125', 'Invalid path specified in request URL')
  })

  const receive = async ({ req, var: { caller } }: Context<Env>): Promise<Omit<Exchange, 'query'>> => {
    const request = req.raw
    requirePublic(request)
    return {
      database: deps.database,
      ...caller,
      request,
      prefer: parsePrefer(request.headers.get('prefer')),
      media: negotiate(request.headers.get('accept')),
      schema: await schema(),
    }
  }
  const receiveQuery = async (c: Context<Env>): Promise<Exchange> => {
    const exchange = await receive(c)
    const { searchParams } = new URL(c.req.url)
    return { ...exchange, query: parseQuery(searchParams, isRead(c.req.raw)) }
  }
  type Write = (exchange: Exchange, relation: Relation) => Promise<Response>
  const write = (change: Write) => async (c: Context<Env, '/:table'>) => {
    const exchange = await receiveQuery(c)
    return change(exchange, relationOf(exchange.schema, c.req.param('table')))
  }
  const callRoutine = async (c: Context<Env, '/rpc/:name'>) =>
    call(await receiveQuery(c), c.req.param('name'))

  app.all('/', () => {
    throw new Fault(404, 'PGRST126', 'Root endpoint metadata is disabled')
  })
  app
    .options('/rpc/:name', async (c) => allow(methodsOf(await schema(), c.req.param('name'))))
    .get(callRoutine)
    .post(callRoutine)
    .all((c) => {
      throw new Fault(405, 'PGRST101', `Cannot use the ${c.req.method} method on RPC`)
    })
  app
    .options('/:table', async (c) => {
      relationOf(await schema(), c.req.param('table'))
      return allow('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    })
    .get(async (c) => {
      const exchange = await receive(c)
      return read(exchange, relationOf(exchange.schema, c.req.param('table')), new URL(c.req.url).search)
    })
    .post(write(insert))
    .patch(write(update))
    .delete(write(remove))
    .all((c) => {
      throw new Fault(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`)
    })
  return async (request) => app.fetch(request)
}
