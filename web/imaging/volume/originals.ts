import type { GreyPicture } from '#web/imaging/types.ts'
import type { Build } from './build.ts'
import type { Scale } from './values.ts'

type Shown = Omit<GreyPicture, 'pixels' | 'slope' | 'intercept' | 'modalityTable' | 'voiTable'>

/**
 * The acquired slices, taken from the voxels, so that they need not be decoded again. Remembers what is said of each slice beside its pixels. `take` is told those that lie unmoved on a plane of the volume, before or after it has that plane.
 */
export function createOriginals(build: Build) {
  const known = new Map<number, { plane: number; shown: Shown }>()
  return {
    take(index: number, plane: number, picture: GreyPicture, scale: Scale): void {
      if (build.factor > 1 || !isExact(picture, scale)) return
      const { pixels, slope, intercept, modalityTable, voiTable, ...shown } = picture
      known.set(index, { plane, shown })
    },
    /** The slice with this number among all that were given; undefined where voxels hold something else, or a damaged one's neighbours. */
    slice(index: number): GreyPicture | undefined {
      const found = known.get(index)
      return found && build.has(found.plane)
        ? { ...found.shown, pixels: build.plane(found.plane), slope: 1, intercept: 0 }
        : undefined
    },
  }
}

/** Whether its voxels are its exact values: nothing rounded, stretched or cut, and no table to keep. */
function isExact({ slope, intercept, modalityTable, voiTable, range }: GreyPicture, scale: Scale): boolean {
  return (
    scale.slope === 1 &&
    scale.intercept === 0 &&
    Number.isInteger(slope) &&
    Number.isInteger(intercept) &&
    !modalityTable &&
    !voiTable &&
    range[0] >= -32768 &&
    range[1] <= 32767
  )
}
