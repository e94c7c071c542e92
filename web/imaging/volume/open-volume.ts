import { lazily } from '#web/imaging/lazily.ts'
import type { GreyPicture, VolumeInfo } from '#web/imaging/types.ts'
import type { Seen } from '#web/imaging/worker/protocol.ts'
import { crossSectionsOf, panoramicOf } from './along-arch.ts'
import { guessArch } from './arch.ts'
import { cutOf } from './cut.ts'
import type { Grid } from './grid.ts'
import type { Views } from './turned.ts'

/** A volume in memory and its views. */
export type OpenVolume = Views & {
  info: VolumeInfo
  grid: Grid
  /** Its views as it is turned; those of itself where it is not. */
  seen(how: Seen): Promise<Views>
  /** One of `slices` as it was acquired; undefined where it must be decoded from its file. */
  slice(at: number): GreyPicture | undefined
}

/** All views of a volume in memory. `slice` gives what was acquired, where that is known. */
export function viewsOf(
  info: VolumeInfo,
  grid: Grid,
  slice: OpenVolume['slice'] = () => undefined,
): OpenVolume {
  const views: Views = {
    cut: (plane, at, slab) => cutOf(grid, plane, at, slab),
    panoramic: (arch, given) => panoramicOf(grid, arch, given),
    crossSections: (arch, given) => crossSectionsOf(grid, arch, given),
    arch: () => guessArch(grid),
  }
  return {
    ...views,
    info,
    grid,
    slice,
    async seen({ orientation, isMoving }) {
      if (!orientation) return views
      const { turnedViews } = await lazily(() => import('./turned.ts'))
      return turnedViews(grid, orientation, isMoving ? 2 : 1)
    },
  }
}
