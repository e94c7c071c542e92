// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { createChooser } from './chooser.ts'

const days = vi.hoisted(() => vi.fn())
vi.mock('#web/backend/appointment-link.ts', () => ({ freeStarts: days }))

const shown = vi.fn()
let chooser: ReturnType<typeof createChooser>
beforeEach(() => {
  document.body.innerHTML = `<button id="change"></button><div id="chooser" hidden><h2 id="choose" tabindex="-1"></h2>
    <p id="looking"></p><p id="none"></p><div id="days"></div><button id="more"></button><div id="hours"></div></div>`
  days.mockResolvedValue([
    { day: '2026-11-30', time: '09:30' },
    { day: '2026-12-01', time: '10:00' },
  ])
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    shown(this.id)
  })
  chooser = createChooser('token', {
    firstDay: () => '2026-11-30',
    lastDay: () => '2026-12-30',
    onPick: () => {},
    onEnded: () => {},
    onFail: () => {},
  })
})
afterEach(() => {
  chooser.close()
  vi.restoreAllMocks()
  shown.mockClear()
})
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('#days button')]

it('days that a press opens are seen and focused, also when they come later', async () => {
  chooser.open({ byPress: true })
  expect(document.activeElement?.id).toBe('choose')
  expect(shown.mock.calls).toEqual([['chooser']])
  await until(() => expect(buttons()).toHaveLength(2))
  expect(shown.mock.calls).toEqual([['chooser'], ['chooser']])
  // Read anew each minute, without moving the page.
  await chooser.read()
  expect(shown).toHaveBeenCalledTimes(2)
})

it('the hours of a day that is pressed are seen', async () => {
  chooser.open({ byPress: true })
  await until(() => expect(buttons()).toHaveLength(2))
  shown.mockClear()
  buttons()[1]?.click()
  expect(shown.mock.calls).toEqual([['hours']])
})

it('a page that begins with its days does not jump to them', async () => {
  chooser.open({ byPress: false })
  await until(() => expect(buttons()).toHaveLength(2))
  expect([document.activeElement?.id, shown.mock.calls.length]).toEqual(['', 0])
})
