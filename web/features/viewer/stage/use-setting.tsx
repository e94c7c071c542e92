import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import type { Orientation, Plane, Point, Vector } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import type { RegionShape } from '#web/imaging/view/region.ts'
import type { CanalSide, Canals } from '#web/imaging/volume/canal.ts'
import type { Mark, NoteKind } from './use-marks.tsx'

/** A slab of a volume, `mm` thick (in the unit that the volume is cut with, which `unitOf` tells). */
export type SlabChoice = { mm: number; mode: 'mip' | 'mean' }

/** The volume in three dimensions: whether it was asked for, how it is drawn, and where its surface begins, as a part of all values. */
export type SolidChoice = { asked: boolean; mode: 'mip' | 'surface'; surface: number | null }

/** Canals of a volume, places as lengths: the side whose points are set next, the point that was set or touched last, and what was there before each step. */
export type CanalsDrawn = {
  of: Canals
  side: CanalSide
  chosen: number | null
  before: readonly { of: Canals; step: string }[]
}

/** How a person looks at a part. */
export type Settings = {
  /** Of a volume: how it is seen. */
  way: 'planes' | 'panoramic' | 'slices'
  /** The file's own where nobody chose, as those below. */
  shade: Shade | null
  inverted: boolean
  /** 'Planos': where the cuts cross, as lengths from the volume's corner, so that it stays in a volume of another resolution. */
  place: Vector
  /** How the volume is turned; null as it was acquired. Lengths are those of its turned box. */
  orientation: Orientation | null
  /** Where there is room for one pane. */
  plane: Plane | 'solid'
  solid: SolidChoice
  slab: SlabChoice
  /** 'Panorámica'; curve and height as lengths, too. */
  arch: Point[]
  /** The curve that everybody begins with, where somebody gave one. */
  givenArch: Point[]
  layer: SlabChoice
  height: number
  /** The middle one where nobody chose. */
  section: number | null
  panoramicShade: Shade | null
  /** Pictures, and 'Cortes' */
  frame: number
  pictureShade: Shade | null
  pictureInverted: boolean
  /** What instruments/ has drawn, and the shape that is drawn next. */
  regions: readonly Mark<RegionShape>[]
  regionShape: RegionShape
  noteKind: NoteKind
  /** The id of the note whose words are being written. */
  note: string | null
  canals: CanalsDrawn
}

/** What was set of each part; whoever keeps it hears of changes, and may put what was kept. */
export type AllSettings = {
  of: Map<string, Partial<Settings>>
  /** A part as it was left; with nothing, as it starts. */
  put(part: string, settings: Partial<Settings>): void
  /** `isPut` says that it was not set by hand. Returns a function that stops. */
  subscribe(listener: (isPut: boolean) => void): () => void
  tell(isPut: boolean): void
}

const context = createContext<AllSettings | null>(null)

/** Keeps how each part of a study is looked at while the study is open. */
export function SettingsOfStudy({ children }: { children: ReactNode }) {
  const [all] = useState(createSettings)
  return <context.Provider value={all}>{children}</context.Provider>
}

export function createSettings(): AllSettings {
  const of: AllSettings['of'] = new Map()
  const listeners = new Set<(isPut: boolean) => void>()
  const tell = (isPut: boolean) => {
    for (const listener of listeners) listener(isPut)
  }
  return {
    of,
    tell,
    put(part, settings) {
      of.set(part, settings)
      tell(true)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useAllSettings(): AllSettings {
  const all = use(context)
  if (!all) throw new Error('Settings are kept by SettingsOfStudy')
  return all
}

/**
 * A view setting of a part, as it was left or as it starts. Only one
 * component at a time may show it: others do not hear of a change.
 */
export function useSetting<Name extends keyof Settings>(
  part: string,
  name: Name,
  first: () => Settings[Name],
): [Settings[Name], Dispatch<SetStateAction<Settings[Name]>>] {
  const all = useAllSettings()
  const left = () => {
    const kept = all.of.get(part)?.[name]
    return kept === undefined ? first() : kept
  }
  const [value, setValue] = useState<Settings[Name]>(left)
  const putBack = useEffectEvent((isPut: boolean) => isPut && setValue(left))
  useEffect(() => all.subscribe(putBack), [all])
  useEffect(() => {
    const before = all.of.get(part)
    if (before?.[name] === value) return
    all.of.set(part, { ...before, [name]: value })
    // How it starts was chosen by nobody.
    if (before?.[name] !== undefined) all.tell(false)
  }, [all, part, name, value])
  return [value, setValue]
}
