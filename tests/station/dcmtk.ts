import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Tools that nobody here wrote (Debian's dcmtk). What needs them is left out where they are not. */
export const hasDcmtk = ['echoscu', 'findscu', 'storescu', 'storescp', 'wlmscpfs', 'dump2dcm'].every((name) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${name}`)),
)
if (!hasDcmtk) console.warn('dcmtk is not installed: what needs it is not tried.')

export type Ran = { status: number | null; text: string }

/** Runs one to its end. Its texts are Latin-1 or UTF-8, as the other side sends. */
export function dcmtk(
  name: string,
  args: readonly string[],
  characters: BufferEncoding = 'latin1',
): Promise<Ran> {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, text: Buffer.concat(parts).toString(characters) }))
  })
}

export const dump2dcm = (from: string, to: string): SpawnSyncReturns<Buffer> =>
  spawnSync('dump2dcm', ['+te', from, to])

/** The attributes of each answer that findscu printed, by keyword, without padding. */
function answersOf(text: string): Record<string, string>[] {
  return text
    .split(/Find Response: \d+ \(Pending\)/)
    .slice(1)
    .map((part) => {
      const found: Record<string, string> = {}
      for (const [, value = '', keyword = ''] of part.matchAll(
        /\([\da-f]{4},[\da-f]{4}\) [A-Z]{2} (?:\[(.*?)\]|\(no value available\))\s*#\s*\d+,\s*\d+ (\w+)/g,
      ))
        found[keyword] = value.replace(/[\s\0]+$/, '')
      return found
    })
}

const step = 'ScheduledProcedureStepSequence[0].'

/** A key of the scheduled step, as findscu writes it. */
export const ofStep = (key: string) => step + key

/** All attributes of the worklist. */
export const worklistKeys = [
  ...['AccessionNumber', 'ReferringPhysicianName', 'PatientName', 'PatientID', 'PatientBirthDate'],
  ...['PatientSex', 'StudyInstanceUID', 'RequestedProcedureDescription', 'RequestedProcedureID'],
  ...['Modality', 'ScheduledStationAETitle', 'ScheduledProcedureStepStartDate'].map(ofStep),
  ...['ScheduledProcedureStepStartTime', 'ScheduledPerformingPhysicianName'].map(ofStep),
  ...['ScheduledProcedureStepDescription', 'ScheduledProcedureStepID'].map(ofStep),
]

/** Where a station or another program listens, for dcmtk's tools. */
export const at = (port: number) => ['-aec', 'INDICE', '127.0.0.1', String(port)]

/** Asks for the list with these keys, and gives the answers. */
export async function findscu(
  port: number,
  keys: readonly string[],
  { aet = 'TOMO', characters }: { aet?: string; characters?: BufferEncoding } = {},
): Promise<Record<string, string>[]> {
  const args = keys.flatMap((key) => ['-k', key])
  return answersOf((await dcmtk('findscu', ['-W', '-v', '-aet', aet, ...args, ...at(port)], characters)).text)
}

/** Sends all files of a folder. */
export const storescu = (port: number, folder: string, aet = 'TOMO'): Promise<Ran> =>
  dcmtk('storescu', ['-aet', aet, '-v', ...at(port), '+sd', folder])
