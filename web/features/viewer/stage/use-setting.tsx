import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useEffect,
  useState,
} from 'react'
import type { Plane, Point, Vector } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'

/** A slab of a volume, `mm` thick (in the unit that the volume is cut with, which `unitOf` tells). */
export type SlabChoice = { mm: number; mode: 'mip' | 'mean' }

/** The volume in three dimensions: whether it was asked for, how it is drawn, and where its surface begins, as a part of all values. */
export type SolidChoice = { asked: boolean; mode: 'mip' | 'surface'; surface: number | null }

/** How a person looks at a part. */
export type Settings = {
  /** Of a volume: how it is seen. */
  way: 'planes' | 'panoramic' | 'slices'
  shade: Shade
  inverted: boolean
  /** 'Planos': where the cuts cross, as lengths from the volume's corner, so that it stays in a volume of another resolution. */
  place: Vector
  /** Where there is room for one pane. */
  plane: Plane | 'solid'
  solid: SolidChoice
  slab: SlabChoice
  /** 'Panorámica'; curve and height as lengths, too. */
  arch: Point[]
  layer: SlabChoice
  height: number
  /** The middle one where nobody chose. */
  section: number | null
  panoramicShade: Shade | null
  /** Pictures, and 'Cortes' */
  frame: number
  /** The file's own where nobody chose. */
  pictureShade: Shade | null
  pictureInverted: boolean
}

/** What was set of each part. */
type AllSettings = Map<string, Partial<Settings>>

const context = createContext<AllSettings | null>(null)

/** Keeps how each part of a study is looked at while the study is open. */
export function SettingsOfStudy({ children }: { children: ReactNode }) {
  const [all] = useState<AllSettings>(() => new Map())
  return <context.Provider value={all}>{children}</context.Provider>
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
  const all = use(context)
  if (!all) throw new Error('Settings are kept by SettingsOfStudy')
  const [value, setValue] = useState<Settings[Name]>(() => {
    const left = all.get(part)?.[name]
    return left === undefined ? first() : left
  })
  useEffect(() => {
    all.set(part, { ...all.get(part), [name]: value })
  }, [all, part, name, value])
  return [value, setValue]
}
