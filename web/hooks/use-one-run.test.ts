// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOneRun } from './use-one-run.ts'

it('one run at a time: a second call meanwhile gets the same answer, a later one runs again', async () => {
  const run = vi.fn(async (value: string) => value)
  const { result } = renderHook(() => useOneRun(run))
  expect(await Promise.all([result.current('a'), result.current('b')])).toEqual(['a', 'a'])
  expect(await result.current('c')).toBe('c')
  expect(run).toHaveBeenCalledTimes(2)
})
