import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Bar } from './bar.tsx'
import { usePanel } from './use-panel.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Whether 'Ajustes' is open at first, in a frame and a window as wide as these. */
function isOpen(frame: number | null, window: number): boolean {
  vi.stubGlobal('innerWidth', window)
  const tools = document.createElement('div')
  const bar = document.createElement('div')
  bar.append(tools)
  Object.defineProperty(bar, 'clientWidth', { value: frame })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Bar value={frame === null ? null : { ways: null, work: null, tools }}>{children}</Bar>
  )
  return renderHook(() => usePanel(), { wrapper }).result.current[0]
}

it.each([
  ['beside something else in a wide window', 720, 1440, false],
  ['alone in a wide window', 1100, 1100, true],
  ['alone in a narrow one', 1099, 1099, false],
  ['without a frame, in a wide window', null, 1100, true],
  ['without a frame, in a narrow one', null, 1099, false],
])('%s: %s of %s px', (_what, frame, window, opens) => expect(isOpen(frame, window)).toBe(opens))
