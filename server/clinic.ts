import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clinic, parseClinic, sampleClinic } from '#domain/clinic.ts'

/**
 * Reads the clinic from CLINIC_CONFIG, else from `DATA_DIR/clinic.json`, else takes the sample. Throws in
 * Spanish when the file cannot be read or is invalid.
 */
export async function readClinic(given: string | undefined, dataDir: string): Promise<Clinic> {
  const file = given ?? join(dataDir, 'clinic.json')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (!given && error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw new Error(`No se puede leer ${file} (CLINIC_CONFIG).`, { cause: error })
  })
  if (text === undefined) return sampleClinic
  try {
    return parseClinic(JSON.parse(text))
  } catch (error) {
    const why = error instanceof SyntaxError ? `no es JSON válido (${error.message})` : messageOf(error)
    throw new Error(`${file}: ${why}`, { cause: error })
  }
}

/** Returns the clinic as its file describes it now. */
export type ClinicNow = () => Promise<Clinic>

/**
 * Reads the clinic now, and again on demand once `keepMs` have passed, so that a change shows without a restart. Throws in
 * Spanish when the first read fails; a later failure is reported once and keeps the last good one.
 */
export async function openClinic(
  read: () => Promise<Clinic>,
  onLine: (line: string) => void,
  keepMs = 5_000,
): Promise<ClinicNow> {
  let last = { clinic: await read(), at: Date.now() }
  let complaint = ''
  return async () => {
    if (Date.now() - last.at < keepMs) return last.clinic
    const told = complaint
    complaint = ''
    const clinic = await read().catch((error: unknown) => {
      complaint = messageOf(error)
      if (complaint !== told) onLine(`${complaint} Se sigue mostrando lo anterior.`)
      return last.clinic
    })
    last = { clinic, at: Date.now() }
    return clinic
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
