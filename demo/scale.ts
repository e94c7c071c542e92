import { parseArgs } from 'node:util'
import type { Queryable } from '#server/base/database.ts'
import type { Accounts } from './generate/accounts.ts'
import type { Moment } from './generate/moment.ts'
import { generateVolume } from './generate/volume.ts'
import { insertRows } from './insert.ts'
import { insertPeople } from './people.ts'

/** Row counts at scale 1, including the demo's own. */
const whole = {
  patients: 10_000,
  appointments: 200_000,
  studies: 100_000,
  invoices: 100_000,
  requests: 50_000,
}
const colleagues = 16
const largest = 10

/** Parses `--scale` from the command line; 0 is the demo alone. Throws in Spanish. */
export function readScale(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    options: { scale: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  })
  const unknown = Object.keys(values).find((name) => name !== 'scale') ?? positionals[0]
  if (unknown !== undefined) {
    throw new Error(`No se entiende «${unknown}». La única opción es --scale: npm run demo -- --scale 0.1`)
  }
  if (values.scale === undefined) return 0
  const scale =
    typeof values.scale === 'string' && /^\d+(\.\d+)?$/.test(values.scale) ? Number(values.scale) : 0
  if (scale <= 0 || scale > largest) {
    throw new Error(
      `--scale debe ser un número mayor que 0 y de ${largest} a lo más; por ejemplo: npm run demo -- --scale 0.1`,
    )
  }
  return scale
}

export type Counts = typeof whole

/**
 * Adds rows to the demo's (`own`) until they reach the counts of `scale`, through every constraint and trigger,
 * reporting progress. Rows are generated and written a thousand at a time.
 */
export async function writeVolume(
  tx: Queryable,
  parts: { moment: Moment; accounts: Accounts; privacyVersion: string; passwordHash: string },
  { scale, own, tell }: { scale: number; own: Counts; tell: (line: string) => void },
): Promise<void> {
  const missing = (part: keyof Counts) => Math.max(0, Math.round(whole[part] * scale) - own[part])
  const volume = generateVolume(
    parts.moment,
    parts.accounts,
    {
      doctors: Math.max(1, Math.round(colleagues * scale)),
      patients: Math.max(1, missing('patients')),
      studies: missing('studies'),
      requests: missing('requests'),
      invoices: missing('invoices'),
    },
    parts.privacyVersion,
  )
  const write = async (label: string, table: string, rows: Iterable<object>, of: number) => {
    if (of === 0) return
    let told = 0
    const count = await insertRows(tx, table, rows, (written) => {
      if (written - told < 20_000 || written === of) return
      told = written
      tell(`  ${label}: ${thousands(written)} de ${thousands(of)}…`)
    })
    tell(`Más ${label}: ${thousands(count)}`)
  }
  tell(`Más cuentas: ${thousands(await insertPeople(tx, volume, parts.passwordHash))}`)
  await write('citas', 'public.citas', volume.appointments(missing('appointments')), missing('appointments'))
  await write('estudios', 'public.studies', volume.studies, missing('studies'))
  await write('solicitudes de estudio', 'public.study_requests', volume.requests, missing('requests'))
  await write('facturas', 'public.invoices', volume.invoices, missing('invoices'))
  // Nobody is listening yet: these changes need not be sent.
  await tx.query('delete from realtime.outbox')
}

function thousands(count: number): string {
  return count.toLocaleString('es-MX')
}
