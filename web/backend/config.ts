import type { Clinic } from '#domain/clinic.ts'
import type { VisitTexts } from '#domain/clinic-visit.ts'

/** Where the backend is; both values are public. */
export type Config = { supabaseUrl: string; supabaseAnonKey: string }

/** What `/clinic.json` says: the clinic's own file without what only the landing shows, and more. */
export type PublicClinic = Omit<Clinic, keyof VisitTexts | 'map'> & {
  /** The IANA zone that decides what "today" is. */
  timeZone: string
  /** The public address, without a final slash; null means this page's own. */
  publicUrl: string | null
  /** The parts of the landing that still have the words of the sample. */
  samples: (keyof VisitTexts)[]
}

let config: Promise<Config> | null = null
let clinic: Promise<PublicClinic> | null = null

/** `/config.json`, fetched once; a failure is not cached. */
export function loadConfig(): Promise<Config> {
  config ??= getJson<Config>('/config.json').catch((error: unknown) => {
    config = null
    throw error
  })
  return config
}

/** `/clinic.json`: name, address, hours... fetched once; a failure is not cached. */
export function loadClinic(): Promise<PublicClinic> {
  clinic ??= getJson<PublicClinic>('/clinic.json').catch((error: unknown) => {
    clinic = null
    throw error
  })
  return clinic
}

async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new TypeError(`Failed to fetch ${path}: ${response.status}`)
  return response.json()
}
