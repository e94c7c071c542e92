import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Bar } from './bar.tsx'
import { usePanel } from './use-panel.ts'
import { useWork, WorkOfStudy } from './work.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** 'Ajustes' and the key images of a study, in a frame and a window as wide as these. */
function both(frame: number | null, window: number) {
  vi.stubGlobal('innerWidth', window)
  const tools = document.createElement('div')
  const bar = document.createElement('div')
  bar.append(tools)
  Object.defineProperty(bar, 'clientWidth', { value: frame })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Bar value={frame === null ? null : { ways: null, work: null, state: null, tools }}>
      <WorkOfStudy>{children}</WorkOfStudy>
    </Bar>
  )
  return renderHook(() => ({ panel: usePanel(), keys: useWork() }), { wrapper }).result
}

it.each([
  ['beside something else in a wide window', 720, 1440, false],
  ['alone in a wide window', 1100, 1100, true],
  ['alone in a narrow one', 1099, 1099, false],
  ['without a frame, in a wide window', null, 1100, true],
  ['without a frame, in a narrow one', null, 1099, false],
])('%s: %s of %s px', (_what, frame, window, opens) =>
  expect(both(frame, window).current.panel[0]).toBe(opens),
)

it.each([
  ['in a narrow frame opening one closes the other', 899, false],
  ['in a wide one both are open', 900, true],
])('%s', (_what, frame, together) => {
  const seen = both(frame, 1440)
  const open = () => [seen.current.panel[0], seen.current.keys.showsKeys]
  act(() => seen.current.panel[1](true))
  act(() => seen.current.keys.setShowsKeys(true))
  expect(open()).toEqual([together, true])
  act(() => seen.current.panel[1](true))
  expect(open()).toEqual([true, together])
})
