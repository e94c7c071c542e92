import type { Database, Queryable } from '#server/base/database.ts'
import type { Identity } from '#server/identity.ts'
import { readTables, type TableFacts } from './catalog.ts'
import { type Channel, identityKey } from './channel.ts'
import type { Condition } from './filter.ts'
import type { Binding } from './join.ts'
import { asReader, judge } from './judge.ts'
import { isObject } from './message.ts'
import type { Change } from './outbox.ts'

/** The methods of a database that are used here. */
type DeliveryDatabase = Pick<Database, 'transaction' | 'as'>

/** Identities handled at once: enough to keep PostgreSQL busy, few enough to leave requests their connections. */
const LANES = 4

/**
 * Sends a batch of changes, in order, to the channels that watch them and may see them. The policies run once per distinct
 * identity and table for the whole batch. Ends when every channel was served, so batches stay in order. If the policies
 * cannot be run, the channel is cut, so that its client rejoins and reads again instead of missing a change.
 */
export async function deliver(
  database: DeliveryDatabase,
  changes: Change[],
  channels: Channel[],
): Promise<void> {
  const tables = [...new Set(changes.map((change) => change.table))]
  const facts = new Map<Role, Promise<Facts>>()
  const factsFor = (role: Role) => {
    const known = facts.get(role) ?? readTables(database, role, tables)
    facts.set(role, known)
    return known
  }
  const groups = new Map<string, Channel[]>()
  for (const channel of channels) {
    if (!channel.open) continue
    const key = identityKey(channel.identity)
    groups.set(key, [...(groups.get(key) ?? []), channel])
  }
  const waiting = groups.entries()
  const lane = async () => {
    for (const [key, group] of waiting) await serve(key, group)
  }
  await Promise.all(Array.from({ length: LANES }, lane))

  async function serve(key: string, group: Channel[]): Promise<void> {
    try {
      const judged = await judgeAll(database, changes, group, factsFor)
      // A token may have been renewed meanwhile: a decision for another identity does not count.
      const same = group.filter((channel) => identityKey(channel.identity) === key)
      for (const change of judged) for (const channel of same) send(channel, change)
      const other = group.filter((channel) => identityKey(channel.identity) !== key)
      if (other.length > 0) await deliver(database, changes, other)
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : typeof error
      console.error(`realtime: changes could not be judged (${why})`)
      for (const channel of group) channel.cut('Changes could not be read, please join again')
    }
  }
}

type Role = Identity['role']
type Facts = Map<string, TableFacts>

/** A change that the group may see, with the filters that its row matches. */
type Judged = { change: Change; facts: TableFacts; fits: Set<string> }

const filterKey = (conditions: Condition[]) => JSON.stringify(conditions)
const watches = (binding: Binding, table: string) => binding.table === null || binding.table === table

async function judgeAll(
  database: DeliveryDatabase,
  changes: Change[],
  group: Channel[],
  factsFor: (role: Role) => Promise<Facts>,
): Promise<Judged[]> {
  const identity = group[0]?.identity
  const bindings = group.flatMap((channel) => channel.bindings)
  const watched = changes.filter((change) => bindings.some((binding) => watches(binding, change.table)))
  if (!identity || watched.length === 0) return []
  const readable = [...(await factsFor(identity.role)).values()].filter(
    ({ table, rowSecurity, columns }) =>
      rowSecurity &&
      columns.some((column) => column.selectable) &&
      watched.some((change) => change.table === table),
  )
  if (readable.length === 0) return []
  const visible = new Map<Change, Judged>()
  await asReader(database, identity, async (tx) => {
    for (const facts of readable) {
      const own = watched.filter((change) => change.table === facts.table)
      for (const judged of await judgeTable(tx, facts, own, bindings)) visible.set(judged.change, judged)
    }
  })
  return watched.flatMap((change) => visible.get(change) ?? [])
}

async function judgeTable(
  tx: Queryable,
  facts: TableFacts,
  own: Change[],
  bindings: Binding[],
): Promise<Judged[]> {
  const filters = new Map(
    bindings
      .filter((binding) => watches(binding, facts.table))
      // A filter on a column that the role may no longer read would reveal its content.
      .filter(({ conditions }) => conditions.every(({ column }) => maySelect(facts, column)))
      .map(({ conditions }) => [filterKey(conditions), conditions]),
  )
  const keys = [...filters.keys()]
  const rows = own.map((change) => change.row)
  const verdicts = await judge(tx, facts, rows, [...filters.values()])
  return own.flatMap((change, index) => {
    const verdict = verdicts[index]
    if (!verdict?.visible) return []
    return { change, facts, fits: new Set(keys.filter((_, place) => verdict.fits[place])) }
  })
}

export function maySelect(facts: TableFacts, name: string): boolean {
  return facts.columns.some((column) => column.name === name && column.selectable)
}

function send(channel: Channel, { change, facts, fits }: Judged): void {
  const wanted = channel.bindings.filter(
    (binding) =>
      watches(binding, change.table) &&
      (binding.event === '*' || binding.event === change.type) &&
      fits.has(filterKey(binding.conditions)),
  )
  // Bindings that select the same columns share a message.
  const bySelection = new Map<string, Binding[]>()
  for (const binding of wanted) {
    const key = JSON.stringify(binding.select)
    bySelection.set(key, [...(bySelection.get(key) ?? []), binding])
  }
  for (const bindings of bySelection.values()) {
    channel.send('postgres_changes', {
      ids: bindings.map((binding) => binding.id),
      data: dataOf(change, facts, bindings[0]?.select ?? null),
    })
  }
}

/** The data from which realtime-js builds its payload: only readable columns, and only the key of an old row. */
function dataOf(change: Change, facts: TableFacts, select: string[] | null): Record<string, unknown> {
  const columns = facts.columns.filter(
    (column) => column.selectable && (select === null || select.includes(column.name)),
  )
  const keys = facts.columns.filter((column) => column.key && column.selectable)
  const pick = (json: string | null, from: { name: string }[]) => {
    const row: unknown = json === null ? {} : JSON.parse(json)
    return Object.fromEntries(from.map(({ name }) => [name, isObject(row) ? row[name] : null]))
  }
  const old = change.type === 'UPDATE' ? change.before : change.row
  return {
    schema: 'public',
    table: change.table,
    commit_timestamp: change.at,
    type: change.type,
    columns: columns.map(({ name, type }) => ({ name, type })),
    ...(change.type === 'DELETE' ? {} : { record: pick(change.row, columns) }),
    ...(change.type === 'INSERT' ? {} : { old_record: pick(old, keys) }),
    errors: null,
  }
}
