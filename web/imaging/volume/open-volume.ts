import type { Cut, GreyPicture, Plane, Point, VolumeInfo } from '#web/imaging/types.ts'
import type { CrossSectionOptions, PanoramicOptions, Slab } from '#web/imaging/worker/protocol.ts'
import { crossSectionsOf, panoramicOf } from './along-arch.ts'
import { guessArch } from './arch.ts'
import { cutOf } from './cut.ts'
import type { Grid } from './grid.ts'

/** A volume in memory and its views, as `client.ts` describes them. */
export type OpenVolume = {
  info: VolumeInfo
  grid: Grid
  cut(plane: Plane, at: number, slab?: Slab): Cut
  panoramic(arch: Point[], options: PanoramicOptions): Cut
  crossSections(arch: Point[], options: CrossSectionOptions): Cut[]
  arch(): Point[]
  /** One of `slices` as it was acquired; undefined where it must be decoded from its file. */
  slice(at: number): GreyPicture | undefined
}

/** All views of a volume in memory. `slice` gives what was acquired, where that is known. */
export function viewsOf(
  info: VolumeInfo,
  grid: Grid,
  slice: OpenVolume['slice'] = () => undefined,
): OpenVolume {
  return {
    info,
    grid,
    cut: (plane, at, slab) => cutOf(grid, plane, at, slab),
    panoramic: (arch, given) => panoramicOf(grid, arch, given),
    crossSections: (arch, given) => crossSectionsOf(grid, arch, given),
    arch: () => guessArch(grid),
    slice,
  }
}
