import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callStation, echo } from '#tests/dimse-client.ts'
import { until } from '#tests/until.ts'
import { type Running, startProgram } from './program.ts'
import { associate, classes, command, data, element, exchange, pdu, storing, text, typesOf } from './wire.ts'

let running: Running
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-harmful-'))
  running = await startProgram(folder)
})
afterAll(async () => {
  await running?.close()
  await rm(folder, { recursive: true, force: true })
})

const open = associate('TOMO', [
  { asked: classes.tomography },
  { asked: classes.echo },
  { asked: classes.list },
])
const image = (study: string, instance: string) =>
  Buffer.concat([
    element(0x00080016, classes.tomography),
    element(0x00080018, instance),
    element(0x0020000d, study),
    element(0x0020000e, '2.25.8'),
  ])
const farewell = pdu(5, Buffer.alloc(4))
const megabyte = Buffer.alloc(1024 * 1024, 0x41)
const sent = (instance: string, bytes: Buffer) => [open, data(storing(instance), 3), data(bytes, 2), farewell]
const explicit = Buffer.from([8, 0, 0x16, 0, 0x55, 0x49, 4, 0, 0x31, 0x2e, 0x32, 0])

/** What is sent, and the types of PDU that answer it: 2 accepted, 3 rejected, 4 with its status, 6 released, 7 aborted. */
const calls: [what: string, pieces: Buffer[], answers: string[]][] = [
  ['half a PDU', [open.subarray(0, 40)], []],
  ['a request for a web page', [text('GET / HTTP/1.1\r\nHost: x\r\n\r\n')], ['7']],
  ['a request that announces 4 GB', [pdu(1, Buffer.alloc(100), 0xffffffff)], ['7']],
  [
    'a request whose items are longer than it',
    [pdu(1, Buffer.concat([open.subarray(6, 74), Buffer.from([0x20, 0, 0xff, 0xff]), Buffer.alloc(20)]))],
    ['7'],
  ],
  ['a request of no bytes', [pdu(1, Buffer.alloc(0))], ['7']],
  ['10,000 presentation contexts', [associate('TOMO', Array(10_000).fill({ asked: classes.echo }))], ['7']],
  ['an AE title that is nobody', [associate('', [{ asked: classes.echo }])], ['3']],
  ['an AE title of control signs', [associate('\u0001\u0000\u001b[2J', [{ asked: classes.echo }])], ['3']],
  ['no presentation context', [associate('TOMO', []), farewell], ['2', '6']],
  [
    'a class that nobody knows',
    [associate('TOMO', [{ asked: '1.2.3' }]), data(command(0x30, '1.2.3', false), 3)],
    ['2', '7'],
  ],
  [
    'transfer syntaxes that nobody knows',
    [associate('TOMO', [{ asked: classes.echo, offered: ['1.2.3'] }]), farewell],
    ['2', '6'],
  ],
  ['a second request in the same association', [open, open], ['2', '7']],
  ['data before a request', [data(command(0x30, classes.echo, false), 3)], ['7']],
  ['a PDU of an unknown type', [open, pdu(0x42, Buffer.alloc(4))], ['2', '7']],
  ['data without end', [open, pdu(4, Buffer.alloc(0), 0xfffffff0), ...Array(20).fill(megabyte)], ['2', '7']],
  ['a value longer than its PDU', [open, data(Buffer.alloc(4), 3, 1, 5000)], ['2', '7']],
  ['a value of no bytes', [open, pdu(4, Buffer.from([0, 0, 0, 0]))], ['2', '7']],
  ['a context that was not agreed on', [open, data(command(0x30, classes.echo, false), 3, 99)], ['2', '7']],
  ['a command without end', [open, ...Array(10).fill(data(Buffer.alloc(100_000), 1))], ['2', '7']],
  ['a command that is none', [open, data(Buffer.alloc(200, 0xff), 3)], ['2']],
  ['a data set without a command', [open, data(image('2.25.1', '2.25.2'), 2)], ['2', '7']],
  [
    'a question without end',
    [
      open,
      data(command(0x20, classes.list, true), 3, 5),
      ...Array(10).fill(data(Buffer.alloc(100_000), 0, 5)),
    ],
    ['2', '7'],
  ],
  [
    'a question with a name of 1 MB',
    [
      open,
      data(command(0x20, classes.list, true), 3, 5),
      ...Array(9).fill(data(Buffer.alloc(120_000, 0x41), 0, 5)),
      data(text('A'), 2, 5),
    ],
    ['2', '7'],
  ],
  [
    'a command in the middle of an image',
    [
      open,
      data(storing('2.25.2'), 3),
      data(Buffer.alloc(10), 0),
      data(command(0x30, classes.echo, false), 3),
    ],
    ['2', '7'],
  ],
  ['an image without a UID', sent('', image('2.25.1', '')), ['2', '4:117', '6']],
  [
    'an image with a path for a UID',
    sent('../../../tmp/x', image('2.25.1', '../../../tmp/x')),
    ['2', '4:117', '6'],
  ],
  [
    'an image of a study with a path for a UID',
    sent('2.25.2', image('../../tmp/x', '2.25.2')),
    ['2', '4:c000', '6'],
  ],
  [
    'an image with another UID than was said',
    sent('2.25.2', image('2.25.1', '2.25.3')),
    ['2', '4:a900', '6'],
  ],
  [
    'an image of another class than was agreed on',
    [
      open,
      data(storing('2.25.2', '1.2.840.10008.5.1.4.1.1.6.1'), 3),
      data(image('2.25.1', '2.25.2'), 2),
      farewell,
    ],
    ['2', '4:122', '6'],
  ],
  [
    'an image in another transfer syntax than was agreed on',
    sent('2.25.2', Buffer.concat([explicit, image('2.25.1', '2.25.2')])),
    ['2', '4:c000', '6'],
  ],
  ['an image of no bytes', sent('2.25.2', Buffer.alloc(0)), ['2', '4:c000', '6']],
  [
    'an image that announces none',
    [open, data(command(1, classes.tomography, false), 3), farewell],
    ['2', '4:c000', '6'],
  ],
  [
    'an element longer than its image',
    sent('2.25.2', Buffer.concat([element(0x00080005, 'X', 0xfffffff0), image('2.25.1', '2.25.2')])),
    ['2', '4:c000', '6'],
  ],
  [
    'a move of images',
    [open, data(command(0x21, classes.list, true), 3, 5), data(element(0x00100020, '1'), 2, 5), farewell],
    ['2', '4:211', '6'],
  ],
]

describe('a harmful call is refused, keeps nothing, and another machine is served beside it:', () => {
  it.each(calls)('%s', async (_what, pieces, answers) => {
    const [answer, beside] = await Promise.all([
      exchange(running.port, pieces),
      callStation(running.port, 'PANO', [echo()]),
    ])
    expect(typesOf(answer)).toEqual(answers)
    expect(beside.status).toEqual([0])
    await until(async () => expect(await readdir(join(folder, 'station', 'incoming'))).toEqual([]))
    expect(await readdir(join(folder, 'station', 'studies'))).toEqual([])
  })

  it('100 associations at once', async () => {
    const all = Promise.all(Array.from({ length: 100 }, () => exchange(running.port, [open])))
    await until(async () => expect((await callStation(running.port, 'PANO', [echo()])).status).toEqual([0]))
    const first = (await all).map((answer) => typesOf(answer)[0] ?? '')
    expect(first.filter((type) => type === '2').length).toBeLessThanOrEqual(2)
  })

  it('after all of them it holds less than 400 MB', async () => {
    expect(await running.memory()).toBeLessThan(400)
  })
})
