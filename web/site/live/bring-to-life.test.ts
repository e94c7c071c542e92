import { expect, it, vi } from 'vitest'
import { bringToLife } from './bring-to-life.ts'

it('a part that fails in a browser leaves the others alive', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const [before, after] = [vi.fn(), vi.fn()]
  const fails = () => {
    throw new RangeError('Invalid time zone specified: America/Mexico_City')
  }
  bringToLife([before, fails, after])
  expect(before).toHaveBeenCalledOnce()
  expect(after).toHaveBeenCalledOnce()
  expect(warned).toHaveBeenCalledWith('A part of the page does not work here.', 'RangeError')
  warned.mockRestore()
})
