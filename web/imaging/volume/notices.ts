import type { ImagingNotice } from '#web/imaging/types.ts'
import type { Stack } from './stack.ts'

/** Views that are further off the patient's axes than this are said to be. */
const oblique = 3

/** Notices for a volume that is less than expected. `off` in degrees. */
export function noticesOf(
  { tilted, uneven, missing, repeated, leftOut, assumed }: Stack,
  {
    off,
    factor,
    damaged,
    known,
    ofSlices = [],
  }: { off: number; factor: number; damaged: number; known: boolean; ofSlices?: ImagingNotice[] },
): ImagingNotice[] {
  const notices: ImagingNotice[] = []
  if (!known) notices.push({ kind: 'no_scale' }, { kind: 'assumed_proportions' })
  if (assumed?.order)
    notices.push({ kind: 'assumed_order', by: assumed.order.by, ...(known && { mm: assumed.order.mm }) })
  if (assumed?.orientation) notices.push({ kind: 'assumed_orientation' })
  if (factor > 1) notices.push({ kind: 'reduced', factor })
  if (tilted) notices.push({ kind: 'tilted', degrees: tilted })
  else if (off > oblique) notices.push({ kind: 'oblique', degrees: off })
  if (uneven) notices.push({ kind: 'uneven_spacing', mm: uneven })
  if (missing > 0) notices.push({ kind: 'missing_slices', count: missing })
  if (damaged > 0) notices.push({ kind: 'damaged_slices', count: damaged })
  if (repeated > 0) notices.push({ kind: 'repeated_slices', count: repeated })
  if (leftOut > 0) notices.push({ kind: 'left_out', count: leftOut })
  return [...notices, ...ofSlices]
}
