import { expect, it, vi } from 'vitest'
import type { GreyPicture } from '#web/imaging/types.ts'
import type { View } from '#web/imaging/view/view.ts'
import type { PaneSeen } from '../stage/beside.ts'
import { createSettings } from '../stage/use-setting.tsx'
import { createLink, type Link, type Side } from './create-link.ts'

const picture: GreyPicture = {
  kind: 'grey',
  columns: 400,
  rows: 300,
  pixels: new Int16Array(1),
  slope: 1,
  intercept: 0,
  windows: [{ center: 500, width: 2000 }],
  inverted: false,
  range: [0, 4095],
  unit: 'HU',
}

/** A pane as its viewer has it: it tells of itself after each change. */
function paneOf(link: Link, side: Side, name = 'image', width = 800) {
  let view: View = { zoom: 2, x: 0, y: 0, turns: 0, mirrored: false }
  let isFit = true
  let stage = { width, height: 600, ratio: 1 }
  const put = vi.fn((next: View) => {
    view = next
    isFit = false
  })
  const fit = vi.fn(() => {
    isFit = true
  })
  /** What it tells now, sooner or later. */
  const answer = () => {
    const use = { view, isFit, put, fit } as unknown as PaneSeen['view']
    const seen = { shown: picture, view: use, stage }
    return () => link.notePane(side, name, seen)
  }
  const tell = () => answer()()
  tell()
  return {
    put,
    fit,
    answer,
    tell,
    zoom: () => view.zoom,
    /** By hand. */
    move(next: Partial<View>) {
      view = { ...view, ...next }
      isFit = false
      tell()
    },
    resize() {
      stage = { ...stage, width: stage.width / 2 }
      tell()
    },
    fitByHand() {
      isFit = true
      tell()
    },
  }
}

it('a pane moves that of the same name on the other side, and is not moved back by its answer', () => {
  const link = createLink()
  const [one, other] = [paneOf(link, 0), paneOf(link, 1)]
  const elsewhere = paneOf(link, 1, 'Axial')
  one.move({ zoom: 4, x: 30 })
  expect(other.zoom()).toBe(4)
  other.tell()
  expect(one.put).not.toHaveBeenCalled()
  expect(elsewhere.put).not.toHaveBeenCalled()
})

it('an answer that comes after the next move neither holds nor undoes it', () => {
  const link = createLink()
  const [one, other] = [paneOf(link, 0), paneOf(link, 1)]
  one.move({ zoom: 4 })
  // What was drawn is told only after the first one has moved on.
  const late = other.answer()
  one.move({ zoom: 6 })
  late()
  other.tell()
  expect([one.zoom(), other.zoom()]).toEqual([6, 6])
  expect(one.put).not.toHaveBeenCalled()
})

it('moves the first one when the second one is moved by hand, and fits both', () => {
  const link = createLink()
  const [one, other] = [paneOf(link, 0), paneOf(link, 1)]
  other.move({ zoom: 5 })
  expect(one.zoom()).toBe(5)
  other.fitByHand()
  expect(one.fit).toHaveBeenCalledOnce()
})

it('moves nothing while it is off, nor when a stage gets another size', () => {
  const link = createLink()
  const [one, other] = [paneOf(link, 0), paneOf(link, 1)]
  link.setOn(false)
  one.move({ zoom: 4 })
  expect(other.put).not.toHaveBeenCalled()
  link.setOn(true)
  expect(other.put).not.toHaveBeenCalled()
  one.resize()
  expect(other.put).not.toHaveBeenCalled()
  one.move({ zoom: 5 })
  expect(other.put).toHaveBeenCalledOnce()
})

function settingsOn(link: Link, side: Side) {
  const all = createSettings()
  all.of.set('1', { inverted: false, plane: 'axial' })
  const byHand = vi.fn()
  all.subscribe((isPut) => !isPut && byHand())
  link.watch(side, all, '1')
  return {
    all,
    byHand,
    set(inverted: boolean) {
      all.of.set('1', { ...all.of.get('1'), inverted })
      all.tell(false)
    },
  }
}

it('what is set by hand is put on the other side, where nobody set it by hand', () => {
  const link = createLink()
  const [one, other] = [settingsOn(link, 0), settingsOn(link, 1)]
  one.set(true)
  expect(other.all.of.get('1')).toEqual({ inverted: true, plane: 'axial' })
  expect(other.byHand).not.toHaveBeenCalled()
  link.setOn(false)
  one.set(false)
  expect(other.all.of.get('1')?.inverted).toBe(true)
})

it('how a study starts changes nothing on the other side, and what is set first by hand does', () => {
  const link = createLink()
  const [one, other] = [settingsOn(link, 0), settingsOn(link, 1)]
  one.all.of.set('1', { ...one.all.of.get('1'), pictureInverted: true })
  other.all.of.set('1', { ...other.all.of.get('1'), pictureInverted: false })
  one.set(true)
  expect(other.all.of.get('1')).toMatchObject({ inverted: true, pictureInverted: false })
  one.all.of.set('1', { ...one.all.of.get('1'), way: 'planes' })
  other.all.of.set('1', { ...other.all.of.get('1'), way: 'planes' })
  paneOf(link, 0)
  one.all.of.set('1', { ...one.all.of.get('1'), way: 'panoramic' })
  one.all.tell(false)
  expect(other.all.of.get('1')?.way).toBe('panoramic')
})

it('how a study was left changes the other one in nothing', () => {
  const link = createLink()
  const [one, other] = [settingsOn(link, 0), settingsOn(link, 1)]
  one.all.put('1', { inverted: true, plane: 'coronal' })
  expect(other.all.of.get('1')).toEqual({ inverted: false, plane: 'axial' })
})
