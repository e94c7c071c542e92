import type { Vector } from '#web/imaging/types.ts'
import { type Sheet, turnOf } from '../stage/sheet.ts'
import { lengthsOf } from '../stage/sheet-plane.ts'
import type { Settings } from '../stage/use-setting.tsx'
import { frameOf } from './coordinates.ts'
import { type KeptSettings, settingsOf } from './desk.ts'
import type { KnownPart } from './mark-rows.ts'

/** Where a key image was taken: its series, and of a single picture its key and frame, of a plane how deep it lies, in mm of the patient. */
export type KeyPlace = {
  series: string
  plane: Exclude<Sheet['view'], 'picture'> | null
  picture: string | null
  frame: number | null
  depth: Vector | null
}

export function placeOf(sheet: Sheet, { keys, volume }: KnownPart): KeyPlace {
  const picture = sheet.view === 'picture' ? keys.pictures[sheet.frame] : undefined
  const lying = volume && frameOf(volume, turnOf(sheet))
  const depth =
    'depth' in sheet && lying
      ? lying.toPatient(lengthsOf(sheet.view, sheet.depth, { x: 0, y: 0 }, lying.height))
      : null
  return {
    series: keys.series,
    plane: sheet.view === 'picture' ? null : sheet.view,
    picture: picture?.key ?? null,
    frame: picture?.frame ?? null,
    depth,
  }
}

/** The part where a key image was taken, and how it was looked at; null where this study does not hold it. */
export function settingsBack(
  source: object,
  parts: ReadonlyMap<string, KnownPart>,
): { part: string; settings: Partial<Settings> } | null {
  if (!('series' in source) || !('settings' in source)) return null
  const { series, settings } = source
  const known = [...parts.values()].find(({ keys }) => keys.series === series)
  if (!known || typeof settings !== 'object' || settings === null) return null
  const kept: KeptSettings = settings
  // One that says nothing of it was taken of a volume that was not turned.
  return { part: known.id, settings: { orientation: null, ...settingsOf(kept, known) } }
}
