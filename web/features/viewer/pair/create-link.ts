import type { PaneSeen } from '../stage/beside.ts'
import { extentOf, spacingOf } from '../stage/shown.ts'
import type { AllSettings, Settings } from '../stage/use-setting.tsx'
import { type Greys, linkedChanges } from './linked-settings.ts'
import { isSamePlace, type Lying, type Place, placeOf, viewLike } from './place.ts'

export type Side = 0 | 1

/** A pane, where it lies, and where it was put and has not told yet that it lies. */
type Known = { pane: PaneSeen; lying: Lying; place: Place; awaited: Place[] }
/** `before` is how the part was looked at when that was heard of last. */
type Watched = { all: AllSettings; part: string; before: Partial<Settings> }

/** The panes that are one kind's, in the order in which their picture tells of its greys. */
const cuts = ['Axial', 'Coronal', 'Sagital', 'Panorámica']

/**
 * Moves what two viewers show together while it is on: zoom and place of panes of one name, and settings that were changed by
 * hand. What a study was left with, or a resized stage, moves nothing.
 */
export function createLink() {
  const panes = [new Map<string, Known>(), new Map<string, Known>()] as const
  const watched: [Watched | null, Watched | null] = [null, null]
  let on = true

  const greysOf = (side: Side): Greys => {
    const shown = (name: string) => panes[side].get(name)?.pane.shown ?? null
    return { shade: cuts.map(shown).find((one) => one !== null) ?? null, pictureShade: shown('image') }
  }

  return {
    setOn(next: boolean) {
      on = next
    },

    /** A pane as it is now, after every change of it. */
    notePane(side: Side, name: string, pane: PaneSeen) {
      const { shown, stage, view } = pane
      if (!shown || stage.width === 0) return void panes[side].delete(name)
      const lying = { extent: extentOf(shown), stage, spacing: spacingOf(shown) }
      const place = placeOf(view.view, view.isFit, lying)
      const before = panes[side].get(name)
      const awaited = before?.awaited ?? []
      const told = awaited.findIndex((one) => isSamePlace(one, place))
      // How its settings start is told to nobody.
      const mine = watched[side]
      if (mine) mine.before = { ...mine.all.of.get(mine.part), ...mine.before }
      panes[side].set(name, { pane, lying, place, awaited: awaited.slice(told + 1) })
      if (
        !on ||
        told >= 0 ||
        !before ||
        isSamePlace(before.place, place) ||
        !isSameStage(before.lying, lying)
      )
        return
      const other = panes[otherOf(side)].get(name)
      if (!other) return
      const next = place.fit ? null : viewLike(place, other.pane.view.view, other.lying)
      other.awaited.push(next ? placeOf(next, false, other.lying) : place)
      if (next) other.pane.view.put(next)
      else other.pane.view.fit()
    },

    forgetPane(side: Side, name: string) {
      panes[side].delete(name)
    },

    /** Follows a part's settings; returns a function that stops. */
    watch(side: Side, all: AllSettings, part: string): () => void {
      const mine: Watched = { all, part, before: { ...all.of.get(part) } }
      watched[side] = mine
      const stop = all.subscribe((isPut) => {
        const was = mine.before
        const now = all.of.get(part) ?? {}
        mine.before = { ...now }
        const other = watched[otherOf(side)]
        if (isPut || !on || !other) return
        const others = other.all.of.get(other.part) ?? {}
        const greys = { from: greysOf(side), to: greysOf(otherOf(side)) }
        const changes = linkedChanges(was, now, others, greys)
        // As if it was put back: nobody set it on the other study by hand, so its desk does not keep it.
        if (changes) other.all.put(other.part, { ...others, ...changes })
      })
      return () => {
        stop()
        if (watched[side] === mine) watched[side] = null
      }
    },
  }
}

export type Link = ReturnType<typeof createLink>

const otherOf = (side: Side): Side => (side === 0 ? 1 : 0)

const isSameStage = (one: Lying, other: Lying) =>
  one.stage.width === other.stage.width &&
  one.stage.height === other.stage.height &&
  one.extent.columns === other.extent.columns &&
  one.extent.rows === other.extent.rows
