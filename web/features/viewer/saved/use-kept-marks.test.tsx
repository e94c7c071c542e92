import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { saveMarks } from '#web/queries/study-marks.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { MarksOfStudy, useMarks } from '../stage/use-marks.tsx'
import type { KnownPart } from './mark-rows.ts'
import { useKeptMarks } from './use-kept-marks.ts'

/** What the backend keeps, by id. */
const stored = vi.hoisted(() => new Map<string, object>())
vi.mock('#web/queries/study-marks.ts', () => ({
  markKeys: { of: (id: string) => ['marks', id] },
  studyMarksQuery: (id: string) => ({
    queryKey: ['marks', id],
    queryFn: async () => [...stored.values()].map((row) => ({ ...row, author: null, updated_at: '1' })),
  }),
  saveMarks: vi.fn(),
}))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'author' }) }))

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.mocked(saveMarks).mockImplementation(async (rows) => {
    for (const row of rows) stored.set(row.id, row)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

const part: KnownPart = {
  id: '1',
  keys: { series: 'd:1', pictures: [{ key: 'd:1', frame: 0 }] },
  volume: null,
}
const parts = new Map([['1', part]])
const length = {
  kind: 'length',
  points: [
    { x: 1, y: 2 },
    { x: 4, y: 6 },
  ],
  sheet: { view: 'picture', part: '1', frame: 0 },
} as const
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A doctor's viewer, whose marks were read. */
async function open() {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MarksOfStudy>{children}</MarksOfStudy>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => ({ drawn: useMarks(), kept: useKeptMarks('s', parts, true) }), {
    wrapper,
  })
  await later(10)
  return {
    draw: () => act(() => result.current.drawn.add({ ...length, points: [...length.points] })),
    ids: () => result.current.drawn.marks.map(({ id }) => id),
    state: () => result.current.kept.state,
  }
}

it('while nothing can be kept nothing disappears and that is said; afterwards all of it is there once', async () => {
  vi.mocked(saveMarks).mockRejectedValueOnce(new AppError('update_study', 'network'))
  const { draw, ids, state } = await open()
  draw()
  await later(800)
  expect([state(), ids().length, stored.size]).toEqual(['failed', 1, 0])
  expect(toastStore.get()?.description).toBe('No se pudo guardar la marca. Se reintentará.')
  draw()
  await later(5000)
  expect([state(), ids()]).toEqual(['saved', [...stored.keys()]])
  expect(ids()).toHaveLength(2)
})

it('the 200th mark is kept, the 201st is refused', async () => {
  for (let at = 0; at < 199; at++)
    stored.set(`${at}`, {
      ...{ id: `${at}`, author_id: 'author', picture: 'd:1', frame: 0, plane: null, kind: 'length' },
      ...{
        points: [
          [0, 0],
          [1, 1],
        ],
        label: null,
        value: 1,
        unit: 'px',
        arch: null,
        orientation: null,
      },
      audience: 'clinic',
    })
  const { draw, ids } = await open()
  draw()
  await later(5000)
  expect([ids().length, stored.size, toastStore.get()]).toEqual([200, 200, null])
  draw()
  await later(5000)
  expect([ids().length, stored.size]).toEqual([200, 200])
  expect(toastStore.get()?.title).toBe('Este estudio ya tiene 200 marcas tuyas.')
})
