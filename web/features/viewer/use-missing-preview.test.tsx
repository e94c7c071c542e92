import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nothingMade } from '#web/imaging/sending/preview.ts'
// Under a clock that stands still nothing would load.
import '#web/parts/studies/store-preview.ts'
import { until } from '#tests/until.ts'
import { mayLoadUnasked } from '#web/hooks/device.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { fetchStudyPreview, type KeptPreview, putStudyPreview } from '#web/queries/study-previews.ts'
import { useMissingPreview } from './use-missing-preview.ts'

vi.mock('#web/queries/study-previews.ts', () => ({
  putStudyPreview: vi.fn(async () => {}),
  fetchStudyPreview: vi.fn(async () => stored),
}))
const prepare = vi.hoisted(() => vi.fn())
vi.mock('#web/imaging/sending/prepare.ts', () => ({ prepare }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ role }) }))
vi.mock('#web/backend/uploads/send-study.ts', () => ({ sendBeside: vi.fn() }))
vi.mock('#web/hooks/device.ts', () => ({ mayLoadUnasked: vi.fn() }))

let role = 'doctor'
let stored: KeptPreview | null = null
const study = { id: 's', file_url: 'ana/1/a.pdf', file_name: 'a.pdf' } as StudyWithPeople
const blob = new Blob(['%PDF-'])
const row = (state: KeptPreview['state']): KeptPreview => ({
  state,
  maker: 1,
  thumb_path: null,
  thumb_width: null,
  thumb_height: null,
  cover_path: null,
  cover_width: null,
  cover_height: null,
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  role = 'doctor'
  stored = null
  vi.mocked(mayLoadUnasked).mockReturnValue(true)
  prepare.mockResolvedValue({ preview: Promise.resolve(nothingMade('document', null)) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Looks at the study for a minute. */
async function view() {
  const Viewer = () => {
    useMissingPreview(study, blob)
    return null
  }
  const shown = render(<Viewer />)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  return shown
}

it('a doctor who opens a study without a preview makes it on the side', async () => {
  await view()
  expect(prepare.mock.calls[0]?.[0]).toMatchObject([{ path: 'a.pdf', file: { name: 'a.pdf', size: 5 } }])
  await until(() =>
    expect(putStudyPreview).toHaveBeenCalledExactlyOnceWith('s', expect.objectContaining({ state: 'none' })),
  )
})

it('a phone or a metered device makes no backfill', async () => {
  vi.mocked(mayLoadUnasked).mockReturnValue(false)
  await view()
  expect([fetchStudyPreview, prepare].map((one) => vi.mocked(one).mock.calls.length)).toEqual([0, 0])
})

it('a patient makes none', async () => {
  role = 'patient'
  await view()
  expect(fetchStudyPreview).not.toHaveBeenCalled()
})

it.each([
  ['ready', 0],
  ['none', 0],
  ['failed', 0],
  ['partial', 1],
] as const)('a preview that is %s is made %i times', async (state, times) => {
  stored = row(state)
  await view()
  expect(prepare).toHaveBeenCalledTimes(times)
})

it('leaving the study ends the worker', async () => {
  const shown = await view()
  expect(prepare.mock.calls[0]?.[1].signal.aborted).toBe(false)
  shown.unmount()
  expect(prepare.mock.calls[0]?.[1].signal.aborted).toBe(true)
})
