import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import dimse from 'dcmjs-dimse'
import { dayInZone } from '#domain/days.ts'
import { createCallers } from './callers.ts'
import { type ContractOptions, createContract } from './contract.ts'
import { startDelivery, type Times } from './delivery.ts'
import { watchFolder } from './folder.ts'
import { serveLine } from './line.ts'
import { stationLimits, stationTimes } from './settings.ts'
import { type Kept, type Limits, openSpool } from './spool.ts'
import { takeLot } from './take.ts'
import { addressToType, startWatching } from './watching.ts'

export type StationOptions = ContractOptions & {
  host: string
  /** What the clinic's machines call it. */
  aet: string
  /** 0 for a free one; undefined where it only watches a folder. */
  port: number | undefined
  /** Into which programs of machines export; undefined where none is watched. */
  watched: string | undefined
  /** The clinic's, in which days are. */
  zone: string
  /** Its own folder, made when missing. */
  folder: string
  worklist: boolean
  onLine: (line: string) => void
  times?: Times
  limits?: Limits
}

export type Station = { port: number | undefined; close(): Promise<void> }

/**
 * Listens for imaging machines, answers them with the agenda's appointments, and brings what they send, or export into the watched folder, to
 * the backend (docs/product/machines.md). Throws when the port is taken.
 */
export async function startStation(options: StationOptions): Promise<Station> {
  const { host, aet, port, watched, zone, folder, onLine, limits, times = stationTimes } = options
  silence()
  const stopping = new AbortController()
  const contract = createContract({ ...options, signal: stopping.signal })
  const spool = await openSpool(folder, { ...(limits && { limits }) })
  const delivery = startDelivery({ spool, contract, times, onLine })
  let toldFull = Number.NEGATIVE_INFINITY
  const deps = {
    spool,
    worklist: options.worklist ? contract.worklist : undefined,
    onKept: ({ study, header }: Kept) => delivery.came(study, header),
    onFull: () => {
      if (Date.now() - toldFull < 60_000) return
      toldFull = Date.now()
      onLine('No hay lugar para los estudios de los equipos: libera espacio en el disco.')
    },
  }

  const lines = new Map<Socket, Promise<void>>()
  const server = createServer({ noDelay: true })
  server.maxConnections = stationLimits.connections
  if (port !== undefined)
    try {
      await once(server.listen(port, host), 'listening')
    } catch (error) {
      await delivery.close()
      throw error
    }
  const bound = server.address()
  const own = typeof bound === 'object' && bound !== null ? bound.port : undefined
  const callers = createCallers({
    contract,
    listening: async () => ({
      ...{ aet, address: own === undefined ? null : addressToType(host), port: own ?? null },
      full: await spool.isFull(),
    }),
    file: join(folder, 'machines.json'),
    onLine,
  })
  server.on('connection', (socket) => {
    const line = serveLine(socket, { ...deps, callers })
      .catch((error: unknown) => onLine(`La estación dejó de atender a un equipo: ${String(error)}`))
      .finally(() => lines.delete(socket))
    lines.set(socket, line)
  })
  const watching = startWatching({ callers, contract, aet, everyMs: stationTimes.machinesMs })
  const machineOf = async (titles: readonly string[]) => {
    const machines = await callers.machines()
    return titles.find((title) => machines.some((machine) => machine.aet === title)) ?? ''
  }
  const folderWatch =
    watched === undefined
      ? undefined
      : watchFolder({
          ...{ root: watched, onLine, onFull: deps.onFull, times: times.folder ?? stationTimes.folder },
          today: () => dayInZone(new Date(), zone),
          take: (lot, signal) => takeLot(watched, lot, { spool, machineOf, onKept: deps.onKept, signal }),
        })
  return {
    port: own,
    async close() {
      server.close()
      // Each begins to end before what it asks is ended under it.
      const ended = [folderWatch?.close(), watching.close(), delivery.close()]
      stopping.abort()
      for (const socket of lines.keys()) socket.destroy()
      await Promise.all([...ended, ...lines.values()])
    },
  }
}

/** The package, and what it reads with, would write what machines say into the terminal. The latter is the copy that `require` gives. */
function silence(): void {
  dimse.log.setLevel('silent')
  const { log }: { log: typeof dimse.log } = createRequire(import.meta.url)('dcmjs')
  log.setLevel('silent')
  log.rebuild()
}
