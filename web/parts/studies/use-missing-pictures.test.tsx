import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mayLoadUnasked } from '#web/hooks/device.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { makeMissing } from './make-missing.ts'
import { useMissingPictures } from './use-missing-pictures.ts'

vi.mock('./make-missing.ts', () => ({ makeMissing: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ role }) }))
vi.mock('#web/hooks/device.ts', () => ({ mayLoadUnasked: vi.fn() }))

let role = 'doctor'
let made = 0
/** Each test has studies of its own: what was tried is not tried again. */
const study = (more: Partial<StudyWithPeople> = {}) =>
  ({
    id: `s${++made}`,
    file_url: 'ana/1/DICOM.zip',
    file_name: 'DICOM.zip',
    created_at: '2026-11-20T16:00:00Z',
    study_previews: null,
    ...more,
  }) as StudyWithPeople

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: new Date('2026-11-20T17:00:00Z'),
  })
  vi.clearAllMocks()
  vi.mocked(makeMissing).mockResolvedValue({ state: 'made' })
  vi.mocked(mayLoadUnasked).mockReturnValue(true)
  role = 'doctor'
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Shows the studies for five minutes; gives the ids of those whose pictures were made. */
async function show(...studies: StudyWithPeople[]) {
  const List = () => {
    useMissingPictures(studies)
    return null
  }
  const shown = render(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  for (let step = 0; step < 10; step++)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(30_000)
      // What is loaded comes outside of that clock.
      await new Promise((come) => setImmediate(come))
    })
  return { ...shown, made: vi.mocked(makeMissing).mock.calls.map(([{ id }]) => id) }
}

it('makes the pictures that shown studies lack, one after the other and each once', async () => {
  const preview = { kind: 'volume' } as StudyWithPeople['study_previews']
  const [first, second] = [study(), study()]
  const others = [
    study({ study_previews: preview }),
    study({ file_url: 'https://pacs.test/1' }),
    study({ file_url: null }),
  ]
  const { made } = await show(first, ...others, second)
  expect(made).toEqual([first.id, second.id])
  expect((await show(first, second)).made).toEqual(made)
})

it('leaves a study that is being sent to whoever sends it', async () => {
  const young = study({ created_at: '2026-11-20T16:59:30Z' })
  const { made } = await show(study({ created_at: '2026-11-20T17:04:30Z' }), young)
  expect(made).toEqual([young.id])
})

it('goes on after one that could not be made, and stops where the next would fail alike', async () => {
  vi.mocked(makeMissing)
    .mockResolvedValueOnce({ state: 'left', why: 'x' })
    .mockRejectedValueOnce(new Error('network'))
  expect((await show(study(), study(), study())).made).toHaveLength(2)
})

it('leaving the screen ends it', async () => {
  vi.mocked(makeMissing).mockReturnValue(new Promise(() => {}))
  const { unmount } = await show(study())
  const [, , signal] = vi.mocked(makeMissing).mock.calls[0] ?? []
  expect(signal?.aborted).toBe(false)
  unmount()
  expect(signal?.aborted).toBe(true)
})

it.each([
  ['a patient', 'patient', true],
  ['a phone or a metered connection', 'doctor', false],
])('%s makes none', async (_, who, free) => {
  role = who
  vi.mocked(mayLoadUnasked).mockReturnValue(free)
  expect((await show(study())).made).toEqual([])
})
