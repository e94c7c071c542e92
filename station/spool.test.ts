import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { syntax } from '#domain/transfer-syntax.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { readFileHead } from './part10.ts'
import { stationTimes } from './settings.ts'
import { hashOf, openSpool, type Spool } from './spool.ts'

const sopClass = '1.2.840.10008.5.1.4.1.1.2'
const instanceOf = (number: number) => `2.25.9.${number}`

type Sent = { study?: string; instance?: string; announced?: string; aet?: string; note?: string }

/** A data set without a file's head, as it comes over the network. */
function dataSet({ study = '2.25.1', instance = instanceOf(1), note = '' }: Sent): Buffer {
  const file = Buffer.from(
    writeDicom({
      elements: {
        ...imageElements({ columns: 4, rows: 4 }),
        '00080018': ['UI', instance],
        '0008103E': ['LO', note],
        '0020000D': ['UI', study],
      },
      pixels: new Uint16Array(16),
    }),
  )
  return file.subarray(readFileHead(file)?.start)
}

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-spool-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function send(spool: Spool, sent: Sent) {
  const { instance = instanceOf(1), announced = instance, aet = 'TOMO' } = sent
  const about = { sopClass, instance: announced, transferSyntax: syntax.explicit, aet }
  const incoming = spool.receive(about)
  const bytes = dataSet(sent)
  for (let at = 0; at < bytes.length; at += 100) incoming.write(bytes.subarray(at, at + 100))
  return spool.keep(incoming, about)
}

const files = (spool: Spool) => spool.studies().map(({ uid, files: { size } }) => [uid, size])

describe('what machines send', () => {
  it('is kept as it was sent, by study, once for each content, and found again after a restart', async () => {
    const spool = await openSpool(folder)
    for (const sent of [
      {},
      {},
      { instance: instanceOf(2) },
      { study: '2.25.2', instance: instanceOf(3) },
      { note: 'otro contenido' },
      { note: 'otro contenido', aet: 'PANO' },
    ])
      expect(await send(spool, sent)).toMatchObject({ study: { uid: sent.study ?? '2.25.1' } })
    const all = [
      ['2.25.1', 3],
      ['2.25.2', 1],
    ]
    expect(files(spool).sort()).toEqual(all)
    const again = await openSpool(folder)
    expect(files(again).sort()).toEqual(all)
    const study = again.studies().find(({ uid }) => uid === '2.25.1')
    expect(study?.aet).toBe('PANO')
    const kept = await readFile(join(study?.folder ?? '', `${hashOf(instanceOf(1))}.dcm`))
    expect(kept.subarray(readFileHead(kept)?.start)).toEqual(dataSet({}))
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  it('that was not answered is gone after a restart', async () => {
    const spool = await openSpool(folder)
    const incoming = spool.receive({
      sopClass,
      instance: instanceOf(1),
      transferSyntax: syntax.explicit,
      aet: 'TOMO',
    })
    incoming.write(dataSet({}))
    await new Promise((resolve) => incoming.once('drain', resolve).end(resolve))
    const again = await openSpool(folder)
    expect([files(again), await readdir(join(folder, 'incoming'))]).toEqual([[], []])
    await incoming.discard()
  })

  it.each([
    ['another UID than was announced', { announced: instanceOf(7) }, 'mismatch'],
    ['no study', { study: '' }, 'unreadable'],
    ['a path instead of a study', { study: '../../../etc' }, 'unreadable'],
  ])('with %s is refused', async (_what, sent, why) => {
    const spool = await openSpool(folder)
    expect(await send(spool, sent)).toBe(why)
    expect([
      files(spool),
      await readdir(join(folder, 'incoming')),
      await readdir(join(folder, 'studies')),
    ]).toEqual([[], [], []])
  })

  it.each([
    ['the station holds as much as it may', { arrivals: 1000, reserve: 0, instance: 1e9 }],
    ['the disk has no reserve left', { arrivals: 1e9, reserve: Number.MAX_SAFE_INTEGER, instance: 1e9 }],
    ['it is longer than an instance may be', { arrivals: 1e9, reserve: 0, instance: 300 }],
  ])('is refused whole when %s', async (_what, limits) => {
    const spool = await openSpool(folder, { limits })
    if (limits.arrivals === 1000) await send(spool, {})
    const before = files(spool)
    expect(await send(spool, { instance: instanceOf(2), note: 'X'.repeat(64) })).toBe('full')
    expect([files(spool), await readdir(join(folder, 'incoming'))]).toEqual([before, []])
    expect(await spool.isFull()).toBe(limits.instance === 1e9)
  })

  it('finds room again once there is', async () => {
    const limits = { arrivals: 1e9, reserve: Number.MAX_SAFE_INTEGER, instance: 1e9 }
    const spool = await openSpool(folder, { limits })
    expect([await send(spool, {}), await spool.isFull()]).toEqual(['full', true])
    limits.reserve = 0
    expect([await spool.isFull(), files(spool)]).toEqual([false, []])
    // Room for something is none for what was refused.
    limits.arrivals = 400
    expect([await send(spool, {}), await spool.isFull()]).toEqual(['full', true])
    limits.arrivals = 1e9
    expect(await spool.isFull()).toBe(false)
  })

  it('stays a week after it was delivered, and for ever while it was not', async () => {
    let now = new Date()
    const spool = await openSpool(folder, { now: () => now })
    await send(spool, {})
    await send(spool, { study: '2.25.2' })
    const [study] = spool.studies()
    if (study) await spool.delivered(study, 1)
    now = new Date(now.getTime() + stationTimes.keptMs - 1000)
    await spool.sweep()
    expect(files(spool)).toHaveLength(2)
    now = new Date(now.getTime() + 2000)
    await spool.sweep()
    expect([files(spool), existsSync(study?.folder ?? '')]).toEqual([[['2.25.2', 1]], false])
  })

  it('makes no file of a study where the disk has no reserve left', async () => {
    await send(await openSpool(folder), {})
    const spool = await openSpool(folder, {
      limits: { arrivals: 1e9, reserve: Number.MAX_SAFE_INTEGER, instance: 1e9 },
    })
    const [study] = spool.studies()
    if (!study) throw new Error('It was kept')
    await expect(spool.outgoing(study)).rejects.toThrow('No queda espacio')
    expect(await (await openSpool(folder)).outgoing(study)).toContain('outgoing')
  })

  it('is known as delivered after a restart, until more of it comes', async () => {
    const spool = await openSpool(folder)
    await send(spool, {})
    const [study] = spool.studies()
    if (study) await spool.delivered(study, 1)
    const again = await openSpool(folder)
    expect(again.studies()[0]?.delivered?.files).toBe(1)
    await writeFile(join(study?.folder ?? '', 'delivered.json'), '{half')
    expect((await openSpool(folder)).studies()[0]?.delivered).toBeUndefined()
  })
})
