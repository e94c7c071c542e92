import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clinic, parseClinic, sampleClinic } from '#domain/clinic.ts'

/**
 * The clinic of CLINIC_CONFIG, else of `DATA_DIR/clinic.json`, else the sample.
 * Throws in Spanish when the file cannot be read or describes no clinic.
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
