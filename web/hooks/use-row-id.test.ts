// @vitest-environment happy-dom

import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useRowId } from './use-row-id.ts'

it('the same values are the same row until it is stored, other values another row', () => {
  const { result } = renderHook(() => useRowId())
  const first = result.current.idFor({ note: 'a' })
  expect(result.current.idFor({ note: 'a' })).toBe(first)
  const other = result.current.idFor({ note: 'b' })
  expect(other).not.toBe(first)
  result.current.forget()
  expect(result.current.idFor({ note: 'b' })).not.toBe(other)
})
