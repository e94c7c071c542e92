import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stationLimits } from '#station/settings.ts'
import { hashOf } from '#station/spool.ts'
import { type Station, startStation } from '#station/station.ts'
import { callStation, store } from '#tests/dimse-client.ts'
import { until } from '#tests/until.ts'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { createFakeBackend } from './fake-backend.ts'
import { writeImage } from './stage.ts'

const MB = 1024 * 1024

/** A disk of so many bytes at a place of its own; false where this user may not mount one. */
const mount = (place: string, bytes: number) =>
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', place]).status === 0
const unmount = (place: string) => spawnSync('umount', ['-l', place])

const canMount = await (async () => {
  const place = await mkdtemp(join(tmpdir(), 'indice-mount-'))
  const can = mount(place, MB)
  if (can) unmount(place)
  await rm(place, { recursive: true, force: true })
  return can
})()
if (!canMount) console.warn('This user may not mount a disk: a full one is not tried.')

describe.runIf(canMount)('a full disk', () => {
  let root = ''
  let station: Station | undefined
  let backend: ReturnType<typeof createFakeBackend>
  const disk = () => join(root, 'disk')

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'indice-full-'))
    await mkdir(disk())
    backend = createFakeBackend()
  })
  afterEach(async () => {
    await station?.close()
    unmount(disk())
    await rm(root, { recursive: true, force: true })
  })

  const open = async (more: Partial<Parameters<typeof startStation>[0]> = {}) => {
    station = await startStation({
      ...{ url: 'http://localhost', anonKey: 'a', stationKey: 'k', fetch: backend.fetch },
      ...{ host: '127.0.0.1', port: 0, aet: 'INDICE', worklist: true, watched: undefined, zone: 'UTC' },
      ...{ folder: join(disk(), 'station'), onLine: () => {}, ...more },
    })
  }
  const send = async (number: number, bytes = 1000) => {
    const more: Item = { '00204000': ['OB', new Uint8Array(bytes)] }
    const file = await writeImage(root, { study: '2.25.1', instance: `2.25.9.${number}`, more })
    return (await callStation(station?.port ?? 0, 'TOMO', [store(file)])).status
  }
  const kept = async () => {
    const studies = join(disk(), 'station', 'studies', hashOf('2.25.1'))
    return (await readdir(studies).catch(() => [])).filter((name) => name.endsWith('.dcm')).length
  }
  const halves = () => readdir(join(disk(), 'station', 'incoming'))

  it('that has no reserve left: A700, and it is said, until there is room again', async () => {
    expect(mount(disk(), stationLimits.reserve + 64 * MB)).toBe(true)
    await open()
    expect(await send(1)).toEqual([0])
    await writeFile(join(disk(), 'relleno'), new Uint8Array(70 * MB))
    expect(await send(2)).toEqual([0xa700])
    expect([await kept(), await halves()]).toEqual([1, []])
    await until(() => expect(backend.listening?.full).toBe(true), 40)
    await rm(join(disk(), 'relleno'))
    await until(() => expect(backend.listening?.full).toBe(false), 40)
    expect(await send(2)).toEqual([0])
    expect(await kept()).toBe(2)
  })

  it('that ends in the middle of an image: A700, nothing half of it, and the next that fits is taken', async () => {
    expect(mount(disk(), 8 * MB)).toBe(true)
    await open({ limits: { ...stationLimits, reserve: Number.NEGATIVE_INFINITY } })
    expect(await send(1, MB)).toEqual([0])
    expect(await send(2, 12 * MB)).toEqual([0xa700])
    expect([await kept(), await halves()]).toEqual([1, []])
    expect(await send(3, MB)).toEqual([0])
    expect(await kept()).toBe(2)
  })
})
