// @vitest-environment happy-dom
import { Quaternion } from 'three'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { zoom } from './pose.ts'
import { createView } from './view.ts'

vi.mock('./scene.ts', () => ({ createScene: () => ({ resize() {}, draw() {}, dispose() {} }) }))

const holder = document.createElement('div')
let resized: () => void

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resized = onResize
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function room(width: number, height: number) {
  Object.defineProperties(holder, {
    clientWidth: { value: width, configurable: true },
    clientHeight: { value: height, configurable: true },
  })
}

/** Two corners of a box of 60 by 40 by 20 mm. */
const scan = {
  positions: Float32Array.from([-30, -20, -10, 30, 20, 10]),
  box: { min: [-30, -20, -10], max: [30, 20, 10] },
} as unknown as MeshData

it('a model that nobody brought closer is fitted again to another room, one that somebody did stays as it is', () => {
  room(1000, 700)
  const view = createView(
    holder,
    [scan],
    { turn: new Quaternion(), looks: [] },
    { onDrawn: () => {}, onLost: () => {} },
  )
  const reach = view.pose().reach
  room(400, 700)
  resized()
  expect(view.pose()).toEqual(view.fitted(new Quaternion()))
  expect(view.pose().reach).toBeGreaterThan(reach)
  view.change((pose) => zoom(pose, 1.5, { x: 0, y: 0 }, view.whole))
  const closer = view.pose()
  room(1000, 700)
  resized()
  expect(view.pose()).toEqual(closer)
  view.dispose()
})
