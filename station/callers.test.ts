import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCallers } from './callers.ts'
import { createContract, type Machine } from './contract.ts'

/** Without a port, and nobody asks whether it answers. */
const untried = { port: null, test: false }
let folder = ''
let now = new Date('2026-11-27T10:00:00Z')
/** Undefined while the backend is away. */
let machines: Machine[] | undefined
let asked: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-callers-'))
  asked = []
  machines = [
    { aet: 'TOMO', address: '192.0.2.7', active: true, ...untried },
    { aet: 'PANO', address: null, active: true, ...untried },
    { aet: 'SEIS', address: '2001:db8::7', active: true, ...untried },
    { aet: 'VIEJO', address: null, active: false, ...untried },
  ]
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function open() {
  const contract = createContract({
    ...{ url: 'http://localhost', anonKey: 'a', stationKey: 'k' },
    fetch: async (input, init) => {
      const name = String(input).split('/').at(-1) ?? ''
      const { aet, known } = JSON.parse(String(init?.body))
      asked.push([name, aet, known].filter((part) => part !== undefined).join(' '))
      if (!machines) throw new TypeError('fetch failed')
      return Response.json(name === 'station_machines' ? machines : null)
    },
  })
  return createCallers({
    contract,
    listening: async () => ({ aet: 'INDICE', address: '192.0.2.1', port: 11112, full: false }),
    file: join(folder, 'machines.json'),
    now: () => now,
    onLine: () => {},
  })
}

describe('a caller', () => {
  it.each([
    ['TOMO', '192.0.2.7', true],
    ['TOMO', '::ffff:192.0.2.7', true],
    ['TOMO', '192.0.2.8', false],
    ['tomo', '192.0.2.7', false],
    ['PANO', '198.51.100.1', true],
    ['SEIS', '2001:DB8:0::0007', true],
    ['VIEJO', '192.0.2.7', false],
    ['', '192.0.2.7', false],
  ])('%s from %s may: %s', async (aet, address, may) => {
    const admission = await open().admit(aet, address)
    expect(typeof admission === 'object').toBe(may)
    if (!may) expect(admission).toBe('unknown')
  })

  it('has two associations, and all together eight', async () => {
    machines = Array.from({ length: 9 }, (_, at) => ({
      aet: `M${at}`,
      address: null,
      active: true,
      ...untried,
    }))
    const callers = open()
    const seats = [await callers.admit('M0', '::1'), await callers.admit('M0', '::1')]
    expect(await callers.admit('M0', '::1')).toBe('busy')
    for (let at = 1; at < 7; at++) expect(await callers.admit(`M${at}`, '::1')).toBeTypeOf('object')
    expect(await callers.admit('M8', '::1')).toBe('busy')
    const [seat] = seats
    if (typeof seat === 'object') {
      seat.leave()
      seat.leave()
    }
    expect(await callers.admit('M8', '::1')).toBeTypeOf('object')
    expect(await callers.admit('M7', '::1')).toBe('busy')
  })

  it('is told to the backend now and then, and machines are asked for every ten seconds', async () => {
    const callers = open()
    for (let times = 0; times < 3; times++) {
      await callers.admit('NADIE', '::1')
      const seat = await callers.admit('PANO', '::1')
      if (typeof seat === 'object') seat.leave()
    }
    expect(asked).toEqual(['station_machines', 'station_heard NADIE false', 'station_heard PANO true'])
    now = new Date(now.getTime() + 61_000)
    await callers.admit('PANO', '::1')
    expect(asked.slice(3)).toEqual(['station_machines', 'station_heard PANO true'])
  })

  it('is known while the backend is away, also after a restart; before it was ever asked nobody is', async () => {
    const away = machines
    machines = undefined
    expect(await open().admit('PANO', '::1')).toBe('away')
    machines = away
    await open().machines()
    machines = undefined
    expect(await open().admit('PANO', '::1')).toBeTypeOf('object')
    expect(await open().admit('NADIE', '::1')).toBe('unknown')
  })
})
