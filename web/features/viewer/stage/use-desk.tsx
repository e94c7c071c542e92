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

/** How a person looks at a part. */
export type Desk = {
  /** Of a volume: how it is seen. */
  way: 'planes' | 'panoramic' | 'slices'
  shade: Shade
  inverted: boolean
  /** 'Planos' */
  voxel: Vector
  plane: Plane
  slab: SlabChoice
  /** 'Panorámica' */
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
type Desks = Map<string, Partial<Desk>>

const context = createContext<Desks | null>(null)

/** Keeps how each part of a study is looked at while the study is open. */
export function DesksOfStudy({ children }: { children: ReactNode }) {
  const [desks] = useState<Desks>(() => new Map())
  return <context.Provider value={desks}>{children}</context.Provider>
}

/**
 * A view setting of a part, as it was left or as it starts. Only one
 * component at a time may show it: others do not hear of a change.
 */
export function useDesk<Name extends keyof Desk>(
  part: string,
  name: Name,
  first: () => Desk[Name],
): [Desk[Name], Dispatch<SetStateAction<Desk[Name]>>] {
  const desks = use(context)
  if (!desks) throw new Error('Settings are kept by DesksOfStudy')
  const [value, setValue] = useState<Desk[Name]>(() => {
    const left = desks.get(part)?.[name]
    return left === undefined ? first() : left
  })
  useEffect(() => {
    desks.set(part, { ...desks.get(part), [name]: value })
  }, [desks, part, name, value])
  return [value, setValue]
}
