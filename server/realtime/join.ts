import { z } from 'zod'
import { type Condition, FilterError, parseFilter } from './filter.ts'

const eventTypes = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const

/** What one `on('postgres_changes', ...)` asks for; `table` null means every live table. */
export type Binding = {
  id: number
  event: (typeof eventTypes)[number]
  table: string | null
  conditions: Condition[]
  select: string[] | null
}

/** Thrown for a join that is refused; the message is sent to the client as the reason. */
export class JoinError extends Error {}

/** More than there are live tables. */
const MAX_BINDINGS = 30

const changeShape = z.object({
  event: z.string(),
  schema: z.string().optional(),
  table: z.string().max(63).optional(),
  filter: z.string().max(4000).nullish(),
  select: z.array(z.string().max(63)).max(100).nullish(),
})
const joinShape = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      postgres_changes: z.array(changeShape).max(MAX_BINDINGS).nullish(),
      broadcast: z.record(z.string(), z.unknown()).nullish(),
      presence: z.object({ enabled: z.boolean().optional() }).nullish(),
      private: z.boolean().nullish(),
    })
    .default({}),
})

export type Join = {
  token: string | null
  bindings: Binding[]
  /** The same bindings as the reply must repeat them, with their ids. */
  echo: Record<string, unknown>[]
}

/**
 * Parses the payload of a `phx_join`. realtime-js always sends settings for broadcast and presence; they are
 * accepted as long as they switch nothing on. Throws a JoinError.
 */
export function parseJoin(payload: Record<string, unknown>): Join {
  const parsed = joinShape.safeParse(payload)
  if (!parsed.success)
    throw new JoinError('InvalidJoinPayload: the configuration of the channel is not valid')
  const { access_token, config } = parsed.data
  if (config.presence?.enabled) throw new JoinError('Presence is not supported by this server')
  if (config.private) throw new JoinError('Private channels are not supported by this server')
  const changes = config.postgres_changes ?? []
  // realtime-js sends `{ack: false, self: false}` with every channel; one that watches no table can only want broadcast.
  if (changes.length === 0 || Object.values(config.broadcast ?? {}).some(Boolean))
    throw new JoinError('Broadcast is not supported by this server')
  return {
    token: access_token ?? null,
    bindings: changes.map((change, index) => toBinding(change, index + 1)),
    echo: changes.map((change, index) => ({ id: index + 1, ...change })),
  }
}

function toBinding(change: z.infer<typeof changeShape>, id: number): Binding {
  const event = eventTypes.find((type) => type === change.event.toUpperCase())
  if (!event) throw new JoinError(`The event ${change.event} is not supported`)
  if ((change.schema ?? 'public') !== 'public') throw new JoinError('Only the schema public can be watched')
  const table = change.table === undefined || change.table === '*' ? null : change.table
  try {
    const conditions = parseFilter(change.filter ?? '')
    if (table === null && (conditions.length > 0 || change.select)) {
      throw new JoinError('A filter or a selection of columns needs a table')
    }
    return { id, event, table, conditions, select: change.select ?? null }
  } catch (error) {
    throw error instanceof FilterError ? new JoinError(error.message) : error
  }
}
