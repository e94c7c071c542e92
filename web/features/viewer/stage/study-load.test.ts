import { expect, it } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import type { OpenStudy, Volume } from '#web/imaging/client.ts'
import type { GreyPicture } from '#web/imaging/types.ts'
import { type LoadEvent, loadAtFirst, nextLoad, partsOf, type StudyLoad } from './study-load.ts'

const desk = { phone: false, metered: false }
const phone = { phone: true, metered: false }
const metered = { phone: false, metered: true }

const volume = { size: [1, 1, 1] } as unknown as Volume
const study = { parts: [] } as unknown as OpenStudy
const picture = { kind: 'grey' } as GreyPicture
const file = { name: 'a.zip', blob: new Blob(['a']) }
const error = new AppError('load_study', 'network')
const received = { bytes: 10, total: 20 }

const [known, unknown] = [
  { bytes: 146e6, ranged: true },
  { bytes: null, ranged: false },
]
const after = (from: Parameters<typeof loadAtFirst>[0] | StudyLoad, ...events: LoadEvent[]): StudyLoad =>
  events.reduce(nextLoad, 'step' in from ? from : loadAtFirst(from))

const ended = (device = desk): LoadEvent => ({ type: 'previewEnded', device })
const previewed = (device = desk): LoadEvent[] => [{ type: 'sheet', volume }, ended(device)]
const load: LoadEvent = { type: 'load' }
const pause: LoadEvent = { type: 'pause' }
const opened: LoadEvent = { type: 'opened', study }
const failed: LoadEvent = { type: 'failed', error }
const inParts = after(known, ...previewed(), opened)
const whole = after(unknown, ended())
const offline = after(inParts, { type: 'brokeOff', problem: 'unreachable' })

it('the preview is seen, and after its last sheet the file follows: in parts where that can be, else as a whole', () => {
  const first = after(known, { type: 'sheet', volume })
  expect(first).toMatchObject({ step: { state: 'preview' }, preview: volume })
  expect(after(first, ended()).step).toEqual({ state: 'parts', study: null })
  expect(inParts.step).toEqual({ state: 'parts', study })
  expect(whole.step).toEqual({ state: 'whole', received: null })
  expect(after(inParts, { type: 'previewReplaced' }).preview).toBeNull()
})

it.each([
  ['a computer', desk, 146e6, 'parts', 'parts'],
  ['a phone, 15 MB', phone, 15e6, 'parts', 'parts'],
  ['a phone, 50 MB', phone, 50e6, 'paused', 'parts'],
  ['a phone, 146 MB', phone, 146e6, 'paused', 'paused'],
  ['a metered line, 15 MB', metered, 15e6, 'paused', 'parts'],
] as const)('%s: after a preview, and after one that did not come', (_, device, bytes, seen, missed) => {
  const source = { bytes, ranged: true }
  expect(after(source, ...previewed(device)).step.state).toBe(seen)
  expect(after(source, ended(device)).step.state).toBe(missed)
})

it('a file whose size is not known is asked about as soon as it is, before its bytes', () => {
  const sized = (bytes: number, device = phone): LoadEvent => ({ type: 'sized', bytes, device })
  expect(after(whole, sized(99e6)).step.state).toBe('whole')
  const asked = after(whole, sized(101e6))
  expect(asked).toMatchObject({ bytes: 101e6, step: { state: 'paused', why: 'consent', next: 'whole' } })
  // The answer that is on its way is of no use any more.
  expect(after(asked, { type: 'received', received }).step).toBe(asked.step)
  expect(after(asked, load, sized(101e6)).step.state).toBe('whole')
})

it('who wants it knowing its size is not asked again; who does not know it yet is', () => {
  const agreed = after(known, ...previewed(phone), load)
  expect(agreed).toMatchObject({ agreed: true, step: { state: 'parts' } })
  expect(after(whole, pause, load)).toMatchObject({ agreed: false, step: { state: 'whole' } })
})

it('what was cancelled while the preview comes is not loaded after it', () => {
  const cancelled = after(known, { type: 'sheet', volume }, pause)
  expect(cancelled.step).toMatchObject({ state: 'paused', why: 'person', next: 'preview' })
  expect(after(cancelled, ended()).step).toMatchObject({ state: 'paused', why: 'person', next: 'parts' })
  expect(after(cancelled, ended(), load).step.state).toBe('parts')
  // The file waits for the preview all the same.
  expect(after(cancelled, load).step.state).toBe('preview')
  expect(after(cancelled, load, ended(phone)).step.state).toBe('parts')
})

it('in parts, what came is kept while it is paused, and reading goes on with another number', () => {
  const paused = after(inParts, pause)
  expect(paused.step).toEqual({ state: 'paused', why: 'person', next: 'parts', study })
  expect(partsOf(paused, () => {})).toMatchObject({ paused: 'person', reading: null })
  const resumed = after(paused, load)
  expect(resumed.step).toEqual({ state: 'parts', study })
  expect(partsOf(resumed, () => {})).toMatchObject({
    paused: null,
    reading: inParts.reading + 1,
    bytes: 146e6,
  })
})

it('without a connection it tries again until something comes, or somebody goes on or stops it', () => {
  expect(offline.step).toEqual({ state: 'paused', why: 'offline', next: 'parts', study })
  const tried = after(offline, { type: 'retried' })
  expect(partsOf(tried, () => {})).toMatchObject({ paused: 'offline', reading: offline.reading + 1 })
  expect(after(tried, { type: 'brokeOff', problem: 'unreachable' }).step).toEqual(offline.step)
  expect(after(tried, { type: 'wentOn' })).toEqual({ ...inParts, reading: tried.reading })
  expect(after(offline, load)).toEqual({ ...inParts, agreed: true, reading: offline.reading + 1 })
  const stopped = after(offline, pause)
  expect(partsOf(stopped, () => {})).toMatchObject({ paused: 'person', reading: null })
  for (const event of [{ type: 'retried' }, { type: 'wentOn' }] as const)
    expect(after(stopped, event)).toBe(stopped)
})

it('a server that gives no parts leads to the whole file, another file to a sentence', () => {
  const broken = (from: StudyLoad, problem: 'whole' | 'changed') =>
    after(from, { type: 'brokeOff', problem }).step
  for (const from of [after(known, ended()), inParts, offline]) {
    expect(broken(from, 'whole')).toEqual({ state: 'whole', received: null })
    expect(broken(from, 'changed')).toEqual({ state: 'failed', why: 'replaced' })
  }
  const replaced = after(inParts, { type: 'brokeOff', problem: 'changed' })
  expect(after(replaced, load)).toBe(replaced)
})

it('after an address was refused another try opens the study anew', () => {
  const refused = after(inParts, { type: 'brokeOff', problem: 'refused' })
  expect(refused.step).toMatchObject({
    state: 'failed',
    why: 'load',
    error: { reason: 'server' },
    next: 'parts',
  })
  expect(after(refused, load).step).toEqual({ state: 'parts', study: null })
})

it('a slice of its middle is seen while the whole file comes', () => {
  const sampled = after(whole, { type: 'received', received }, { type: 'sampled', picture })
  expect(sampled.step).toEqual({ state: 'sample', received, picture })
  const more = { bytes: 15, total: 20 }
  expect(after(sampled, { type: 'received', received: more }).step).toEqual({
    state: 'sample',
    received: more,
    picture,
  })
  expect(after(sampled, pause).step).toMatchObject({ state: 'paused', next: 'whole' })
  expect(after(sampled, { type: 'loaded', file }).step.state).toBe('opening')
})

it('the whole file is loaded, read and open; one that cannot be read is not loaded again', () => {
  const opening = after(whole, { type: 'loaded', file }, { type: 'read', part: 0.5 })
  expect(opening.step).toEqual({ state: 'opening', file, part: 0.5 })
  expect(after(opening, opened).step).toEqual({ state: 'open', file, study })
  const unreadable = after(opening, { type: 'unreadable', problem: 'not_loaded' })
  expect(unreadable.step).toEqual({ state: 'failed', why: 'file', problem: 'not_loaded', file })
  expect(after(unreadable, load).step).toEqual({ state: 'opening', file, part: 0 })
})

it.each([
  ['its opening', loadAtFirst(known), 'preview'],
  ['its index', after(known, ended()), 'parts'],
  ['the whole file', whole, 'whole'],
] as const)('%s failed: another try goes on there', (_, from, state) => {
  const broken = after(from, failed)
  expect(broken.step).toEqual({ state: 'failed', why: 'load', error, next: state })
  expect(after(broken, load).step.state).toBe(state)
})

it("'Ahorro de datos' stops what is loaded after a preview, and nothing else", () => {
  const save: LoadEvent = { type: 'saveData' }
  for (const from of [inParts, offline, after({ ...known, ranged: false }, ...previewed())])
    expect(after(from, save).step).toMatchObject({ state: 'paused', why: 'person' })
  for (const from of [whole, after(known, { type: 'sheet', volume }), after(known, ...previewed(phone))])
    expect(after(from, save)).toBe(from)
})

it('what comes too late changes nothing', () => {
  const open = after(whole, { type: 'loaded', file }, opened)
  const late: LoadEvent[] = [
    ended(),
    { type: 'sized', bytes: 1, device: phone },
    { type: 'received', received },
    { type: 'sampled', picture },
    { type: 'loaded', file },
    { type: 'read', part: 1 },
    { type: 'unreadable', problem: 'corrupt' },
    opened,
    { type: 'brokeOff', problem: 'whole' },
    { type: 'retried' },
    { type: 'wentOn' },
    failed,
    load,
    pause,
  ]
  for (const event of late) expect(after(open, event), event.type).toBe(open)
})
