import { expect, it } from 'vitest'
import { createTurning } from './turning.ts'

/** How many pictures a row of turns leafs on in all. */
function leafed(...notches: number[]): number {
  const turning = createTurning()
  return notches.reduce((sum, one) => sum + turning(one), 0)
}

it('a notch of a wheel is one picture, up or down, also one that tells a little less', () => {
  expect(leafed(1, 1, 1)).toBe(3)
  expect(leafed(-1, -1)).toBe(-2)
  expect(leafed(0.99, 0.99)).toBe(2)
})

it('a soft flick of a touchpad, thirty small turns, is as many pictures as it is notches', () => {
  expect(leafed(...Array(30).fill(0.04))).toBe(1)
  expect(leafed(...Array(30).fill(0.1))).toBe(3)
})

it('a wheel that is turned fast leafs as far as it says', () => {
  expect(leafed(3)).toBe(3)
})

it('turning back begins anew', () => {
  expect(leafed(0.8, -0.5)).toBe(0)
  expect(leafed(0.8, -0.5, -0.5)).toBe(-1)
})
