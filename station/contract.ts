import type { WorklistEntry } from '#domain/worklist.ts'
import type { Said } from './header.ts'

/** `test`: somebody asked in the last minute whether it answers. */
export type Machine = {
  aet: string
  address: string | null
  port: number | null
  active: boolean
  test: boolean
}

/**
 * Where the station listens, for people who set up a machine; no address and port where it only watches a folder. `full`: it has no room for
 * what machines send.
 */
export type Listening = { aet: string; address: string | null; port: number | null; full: boolean }

/** What came of a study so far; `complete` once its file was uploaded. */
export type Arrival = {
  study_uid: string
  /** Of the machine that sent it; '' where nobody knows. */
  aet: string
  said: Said & { different?: string[] }
  instances: number
  /** Of all instances together. */
  bytes: number
  complete?: boolean
}

/** The backend refused, or was not reached (status 0). The message is Spanish where the backend gave words. */
export class ContractFault extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type ContractOptions = {
  /** Without a final slash. */
  url: string
  anonKey: string
  stationKey: string
  /** For a backend in the same process. */
  fetch?: typeof globalThis.fetch
  /** Ends what is being asked. */
  signal?: AbortSignal
}

/** The functions that the station calls (docs/product/machines.md). All throw a ContractFault. */
export function createContract(options: ContractOptions) {
  const { url, anonKey, stationKey, fetch = globalThis.fetch, signal } = options
  const keys = { apikey: anonKey, authorization: `Bearer ${anonKey}` }

  async function call<T>(name: string, parameters: object): Promise<T> {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...keys, 'content-type': 'application/json' },
      body: JSON.stringify({ key: stationKey, ...parameters }),
      signal: AbortSignal.any([AbortSignal.timeout(30_000), ...(signal ? [signal] : [])]),
    }).catch(() => {
      throw new ContractFault(0, 'El servidor no contesta.')
    })
    const text = await response.text().catch(() => '')
    if (!response.ok) throw new ContractFault(response.status, wordsOf(response.status, text))
    // The shapes are those of the functions themselves: tests/policies/machines.test.ts.
    return (text === '' ? null : JSON.parse(text)) as T
  }

  return {
    url,
    keys,
    fetch,
    machines: (listening: Listening) => call<Machine[]>('station_machines', { listening }),
    tested: (aet: string, answered: boolean) => call<null>('station_tested', { aet, answered }),
    heard: (aet: string, address: string, known: boolean) =>
      call<null>('station_heard', { aet, address, known }),
    worklist: (aet: string) => call<WorklistEntry[]>('station_worklist', { filter: { aet } }),
    upload: (studyUid: string) =>
      call<{ path: string }>('station_upload', { arrival: { study_uid: studyUid } }),
    arrived: (arrival: Arrival) => call<{ id: string; state: string }>('station_arrived', { arrival }),
  }
}

export type Contract = ReturnType<typeof createContract>

function wordsOf(status: number, text: string): string {
  if (status === 404) return 'STATION_KEY no es la llave de esta instalación.'
  try {
    const body: unknown = JSON.parse(text)
    const words = typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : undefined
    if (typeof words === 'string') return words
  } catch {
    // Not one of our answers: a proxy's page.
  }
  return `El servidor respondió ${status}.`
}
