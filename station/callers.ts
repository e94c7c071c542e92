import { readFile, writeFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import type { Contract, Listening, Machine } from './contract.ts'
import { stationLimits, stationTimes } from './settings.ts'

export type Seat = { leave(): void }
/** `away`: nobody can say who may call. */
export type Admission = Seat | 'unknown' | 'away' | 'busy'

type Options = {
  contract: Contract
  listening: () => Promise<Listening>
  file: string
  now?: () => Date
  onLine: (line: string) => void
}

/** Who may call, and how many at once (docs/product/machines.md). The last answer is kept in `file` for when the backend is away. */
export function createCallers({ contract, listening, file, now = () => new Date(), onLine }: Options) {
  let machines: Machine[] | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const seats: string[] = []
  const told = new Map<string, number>()

  async function ask(): Promise<void> {
    askedAt = now().getTime()
    try {
      machines = await contract.machines(await listening())
      await writeFile(file, JSON.stringify(machines), { mode: 0o600 })
    } catch (error) {
      if (!machines) onLine(`La estación no pudo preguntar qué equipos hay: ${messageOf(error)}`)
      machines ??= await readFile(file, 'utf8').then(
        (text) => JSON.parse(text),
        () => undefined,
      )
    }
  }

  function fresh(): Promise<void> {
    if (now().getTime() - askedAt < stationTimes.machinesMs && machines) return Promise.resolve()
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  /** At most once a minute for a machine, once an hour for a stranger; the backend remembers strangers by the day. */
  function tell(aet: string, address: string, isKnown: boolean): void {
    const at = now().getTime()
    const key = `${isKnown} ${aet} ${address}`
    if (at - (told.get(key) ?? Number.NEGATIVE_INFINITY) < (isKnown ? 60_000 : 3_600_000)) return
    if (told.size > 1000) told.clear()
    told.set(key, at)
    contract.heard(aet, address, isKnown).catch(() => told.delete(key))
  }

  return {
    async machines(): Promise<readonly Machine[]> {
      await fresh()
      return machines ?? []
    },

    async admit(aet: string, address: string): Promise<Admission> {
      await fresh()
      if (!machines) return 'away'
      const machine = machines.find((one) => one.aet === aet && one.active)
      const isKnown = machine !== undefined && (machine.address === null || isSame(machine.address, address))
      tell(aet, plainAddress(address), isKnown)
      if (!isKnown) return 'unknown'
      const own = seats.filter((one) => one === aet).length
      if (seats.length >= stationLimits.associations || own >= stationLimits.ofMachine) return 'busy'
      seats.push(aet)
      let isSeated = true
      return {
        leave() {
          if (isSeated) seats.splice(seats.indexOf(aet), 1)
          isSeated = false
        },
      }
    },
  }
}

export type Callers = ReturnType<typeof createCallers>

/** An address of version 4 as a socket for both versions writes it is that of version 4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

function isSame(one: string, other: string): boolean {
  return oneWay(one) === oneWay(other)
}

/** Version 6 in its one short way. */
function oneWay(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? new URL(`http://[${plain}]`).hostname : plain
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
