import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { loadFile } from '#web/backend/load-file.ts'
import { openFiles, openPreview, openRemoteStudy } from '#web/imaging/client.ts'
import { type StudySource, useStudyLoad } from './use-study-load.ts'

// What runs in each step of the way to the images, and what ends with it.

vi.mock('#web/imaging/client.ts', () => ({
  openFiles: vi.fn(),
  openPreview: vi.fn(),
  openRemoteStudy: vi.fn(),
  samplePicture: vi.fn(),
}))
vi.mock('#web/backend/load-file.ts', () => ({ loadFile: vi.fn() }))
vi.mock('#web/hooks/device.ts', async (load) => ({
  ...(await load<typeof import('#web/hooks/device.ts')>()),
  thisDevice: () => ({ phone: false, metered: false }),
}))

const close = vi.fn()
const closePreview = vi.fn()
beforeEach(() => {
  vi.clearAllMocks()
  const study = Object.assign(Object.create(null), { parts: [], close })
  vi.mocked(openRemoteStudy).mockResolvedValue(study)
  vi.mocked(openFiles).mockResolvedValue(study)
  vi.mocked(loadFile).mockResolvedValue(new Blob(['a']))
  const preview = { take: async () => Object.create(null), close: closePreview }
  vi.mocked(openPreview).mockReturnValue(preview)
})
afterEach(cleanup)

const source: StudySource = {
  preview: null,
  name: 'a.zip',
  bytes: 146e6,
  address: async () => 'https://archivo.test/a.zip',
  index: async () => new Blob(['{}']),
  sample: null,
}

async function view(change: Partial<StudySource> = {}) {
  const shown = renderHook(() => useStudyLoad({ ...source, ...change }))
  await act(async () => {})
  return {
    step: () => shown.result.current.load.step,
    send: (event: Parameters<typeof shown.result.current.send>[0]) =>
      act(async () => shown.result.current.send(event)),
    leave: shown.unmount,
  }
}

it('nothing is asked for before its opening was noted, which can be tried again', async () => {
  const note = vi
    .fn()
    .mockRejectedValueOnce(new AppError('load_study', 'network'))
    .mockResolvedValue(undefined)
  const { step, send } = await view({ note })
  expect(step()).toMatchObject({ state: 'failed', next: 'preview' })
  expect(openRemoteStudy).not.toHaveBeenCalled()
  await send({ type: 'load' })
  expect(step().state).toBe('parts')
  expect(note).toHaveBeenCalledTimes(2)
})

it('a study that is read in parts stays open while it is paused, and is closed when it is left', async () => {
  const { step, send, leave } = await view()
  await send({ type: 'pause' })
  await send({ type: 'load' })
  await send({ type: 'brokeOff', problem: 'unreachable' })
  await act(async () => dispatchEvent(new Event('online')))
  expect(step()).toMatchObject({ state: 'paused', why: 'offline' })
  await send({ type: 'wentOn' })
  expect(step().state).toBe('parts')
  expect([openRemoteStudy, close].map((one) => vi.mocked(one).mock.calls.length)).toEqual([1, 0])
  leave()
  expect(close).toHaveBeenCalledOnce()
})

it('one that gives no parts is closed, and loaded as a whole', async () => {
  const { step, send } = await view()
  await send({ type: 'brokeOff', problem: 'whole' })
  expect(close).toHaveBeenCalledOnce()
  expect(step()).toMatchObject({ state: 'open', file: { name: 'a.zip' } })
  expect(vi.mocked(openFiles).mock.calls[0]?.[0]).toMatchObject([{ name: 'a.zip' }])
})

it('one whose index is damaged is loaded as a whole; one whose index could not be fetched waits', async () => {
  vi.mocked(openRemoteStudy).mockRejectedValueOnce(new Error('damaged'))
  expect((await view()).step().state).toBe('open')
  const index = () => Promise.reject(new AppError('load_study', 'network'))
  expect((await view({ index })).step()).toMatchObject({ state: 'failed', next: 'parts' })
  expect(loadFile).toHaveBeenCalledOnce()
})

it('after its address was refused it is opened anew', async () => {
  const { step, send } = await view()
  await send({ type: 'brokeOff', problem: 'refused' })
  expect([step().state, close.mock.calls.length]).toEqual(['failed', 1])
  await send({ type: 'load' })
  expect(step()).toMatchObject({ state: 'parts', study: expect.anything() })
  expect(openRemoteStudy).toHaveBeenCalledTimes(2)
})

it('a preview gives its memory back as soon as something better is seen', async () => {
  const shape = Object.create(null)
  const { step, send } = await view({ preview: { shape, known: true, sheet: async () => new Blob() } })
  expect(step().state).toBe('parts')
  expect(closePreview).not.toHaveBeenCalled()
  await send({ type: 'previewReplaced' })
  expect(closePreview).toHaveBeenCalledOnce()
  expect(step().state).toBe('parts')
})

it('a visit that ended says so itself: nothing failed', async () => {
  vi.mocked(loadFile).mockRejectedValueOnce(new AppError('load_study', 'cancelled'))
  expect((await view({ index: null })).step().state).toBe('whole')
})
