import type { PartKeys } from '#web/imaging/keys.ts'
import type { Vector } from '#web/imaging/types.ts'
import { bySide, type CanalSide, type Canals } from '#web/imaging/volume/canal.ts'
import type { Settings } from '../stage/use-setting.tsx'
import { archLengthsOf, frameOf, keptArch } from './coordinates.ts'
import type { KnownPart } from './mark-rows.ts'

/** How a part was left: places are mm of the patient, a curve and its height along the axes of the volume as it is turned; pictures are known by their keys. */
export type KeptSettings = Partial<
  Omit<Settings, 'place' | 'arch' | 'height' | 'frame'> & {
    place: Vector
    arch: [number, number][]
    height: number
    picture: { key: string; frame: number }
  }
>

/** Canals of a series: points in mm of the patient, and the diameter. */
export type KeptCanals = Partial<Record<CanalSide, { points: Vector[]; mm: number }>>

/** How somebody left the viewer, and what they traced; parts by the key of their series or picture. */
export type Desk = {
  part: string | null
  others: boolean
  parts: Record<string, KeptSettings>
  /** Work, and no setting: 'Empezar de nuevo' and 'Ir al corte' leave it as it is. */
  canals: Record<string, KeptCanals>
}

/** 'What is seen in 3D' is not kept: it costs a phone too much to begin with. */
const plain = [
  'way',
  'shade',
  'inverted',
  'plane',
  'orientation',
  'slab',
  'layer',
  'section',
  'panoramicShade',
  'pictureShade',
  'pictureInverted',
] as const satisfies (keyof Settings)[]

/** Settings of a part as they are kept; places of a volume are left out while it does not say where it lies. */
export function keptSettings(settings: Partial<Settings>, { keys, volume }: KnownPart): KeptSettings {
  const kept: KeptSettings = picked(settings)
  const { place, arch, height, frame } = settings
  const lying = volume && frameOf(volume, settings.orientation)
  const picture = frame === undefined ? undefined : keys.pictures[frame]
  return {
    ...kept,
    ...(picture && { picture }),
    ...(lying && place && { place: lying.toPatient(place) }),
    ...(lying && arch && { arch: keptArch(arch, lying) }),
    ...(lying && height !== undefined && { height: lying.kept(height, 2) }),
  }
}

/** The settings of a part as they were kept, for what is known of it now. */
export function settingsOf(kept: KeptSettings, { keys, volume }: KnownPart): Partial<Settings> {
  const { place, arch, height, picture } = kept
  const lying = volume && frameOf(volume, kept.orientation)
  const frame = picture ? frameAt(keys, picture) : -1
  return {
    ...picked(kept),
    ...(frame >= 0 && { frame }),
    ...(lying && place && { place: lying.toLengths(place) }),
    ...(lying && arch && { arch: archLengthsOf(arch, lying) }),
    ...(lying && height !== undefined && { height: lying.length(height, 2) }),
  }
}

/** Canals as they are kept, to a thousandth of a mm; null while their volume does not say where it lies. */
export function keptCanals(canals: Canals, { volume }: KnownPart): KeptCanals | null {
  const lying = volume && frameOf(volume, null)
  if (!lying) return null
  const rounded = ([x, y, z]: Vector): Vector => [round(x), round(y), round(z)]
  return bySide((side) => {
    const canal = canals[side]
    if (!canal || canal.points.length === 0) return null
    return { points: canal.points.map((point) => rounded(lying.toPatient(point))), mm: canal.diameterMm }
  })
}

const round = (mm: number) => Math.round(mm * 1000) / 1000

/** The same back, for the volume as it was loaded now. */
export function canalsOf(kept: KeptCanals, { volume }: KnownPart): Canals | null {
  const lying = volume && frameOf(volume, null)
  if (!lying) return null
  return bySide((side) => {
    const canal = kept[side]
    return canal ? { points: canal.points.map(lying.toLengths), diameterMm: canal.mm } : null
  })
}

/**
 * A desk as it is stored: canals that were not `changed` here (by series) are as another window stored them meanwhile. What was
 * traced goes before how the rest was left, where not all of it may be kept.
 */
export function deskToStore(desk: Desk, stored: Desk | null, changed: ReadonlySet<string>): Desk {
  const only = (canals: Desk['canals'], here: boolean) =>
    Object.entries(canals).filter(([series]) => changed.has(series) === here)
  const next = stored
    ? { ...desk, canals: Object.fromEntries([...only(stored.canals, false), ...only(desk.canals, true)]) }
    : desk
  return JSON.stringify(next).length <= deskBytes ? next : { ...next, parts: {} }
}

const frameAt = ({ pictures }: PartKeys, { key, frame }: { key: string; frame: number }) =>
  pictures.findIndex((one) => one.key === key && one.frame === frame)

function picked(from: Partial<Pick<Settings, (typeof plain)[number]>>) {
  return Object.fromEntries(plain.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
}

/** Curves by series, for everybody who reads the study. */
export type Curves = Record<string, NonNullable<KeptSettings['arch']>>

/** Curves as they were stored; what is none is left out. */
export function readCurves(stored: unknown): Curves {
  if (typeof stored !== 'object' || stored === null) return {}
  const isPoint = (point: unknown) =>
    Array.isArray(point) && point.length === 2 && point.every(Number.isFinite)
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([, curve]) => Array.isArray(curve) && curve.length > 1 && curve.every(isPoint),
    ),
  )
}

/** Bytes of a desk; a larger one is not kept. */
export const deskBytes = 32 * 1024

/** A desk as it was stored; null for what is none. */
export function readDesk(state: unknown): Desk | null {
  if (typeof state !== 'object' || state === null || !('parts' in state)) return null
  const { parts } = state
  if (typeof parts !== 'object' || parts === null) return null
  const part = 'part' in state && typeof state.part === 'string' ? state.part : null
  const others = !('others' in state) || state.others !== false
  const canals = 'canals' in state && typeof state.canals === 'object' ? state.canals : null
  return { part, others, parts: { ...parts }, canals: { ...canals } }
}
