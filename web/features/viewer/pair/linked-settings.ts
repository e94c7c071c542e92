import type { GreyPicture, Window } from '#web/imaging/types.ts'
import { ownShade, type Shade, shadeOf, windowOf } from '#web/imaging/view/grey.ts'
import type { Shown } from '../stage/shown.ts'
import type { Settings } from '../stage/use-setting.tsx'

/** What two viewers share; frames, crosses and curves are each study's own. */
const linked = ['way', 'plane', 'shade', 'inverted', 'pictureShade', 'pictureInverted'] as const

/** The last picture of each kind: of a cut, and of a picture by itself. */
export type Greys = { shade: Shown | null; pictureShade: Shown | null }

/**
 * What the other viewer is to change after one was changed by hand from `before` to `now`. Only what the other part has, too
 * (a volume has planes, a picture none), is changed; a window as `shadeLike` tells.
 */
export function linkedChanges(
  before: Partial<Settings>,
  now: Partial<Settings>,
  other: Partial<Settings>,
  greys: { from: Greys; to: Greys },
): Partial<Settings> | null {
  const changes = linked.flatMap((name): [string, unknown][] => {
    const value = now[name]
    if (value === before[name] || before[name] === undefined || other[name] === undefined) return []
    if (name !== 'shade' && name !== 'pictureShade') return [[name, value]]
    const shade = shadeLike(now[name] ?? null, greys.from[name], greys.to[name])
    return shade === undefined ? [] : [[name, shade]]
  })
  return changes.length > 0 ? Object.fromEntries(changes) : null
}

/**
 * The window for `to` that shows it as `shade` shows `from`: the same one where both are in HU; else moved and widened from
 * its own as the other was from that picture's. Null is the file's own, undefined nothing that can be told.
 */
export function shadeLike(
  shade: Shade | null,
  from: Shown | null,
  to: Shown | null,
): Shade | null | undefined {
  if (shade === null) return null
  if (from?.kind !== 'grey' || to?.kind !== 'grey') return undefined
  if (shade.kind === 'table') return null
  if (from.unit === 'HU' && to.unit === 'HU') return shade
  const [own, others] = [ownWindow(from), ownWindow(to)]
  const scale = others.width / own.width
  return shadeOf({
    ...shade,
    center: others.center + (shade.center - own.center) * scale,
    width: Math.max(1, shade.width * scale),
  })
}

const ownWindow = (picture: GreyPicture): Window => windowOf(ownShade(picture), picture)
