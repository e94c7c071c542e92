import { type Dispatch, type Ref, type SetStateAction, useEffect } from 'react'
import type { Volume } from '#web/imaging/client.ts'
import type { Orientation, Plane, Vector } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import type { Instruments } from '../stage/instruments.ts'
import type { SlabChoice } from '../stage/use-setting.tsx'
import { CutPane, type PaneHandle, type VolumeHand } from './cut-pane.tsx'
import { inUnits, placeOf, unitOf, voxelOf } from './lengths.ts'
import {
  cutsOf,
  leafed,
  leafedTo,
  pixelOf,
  planeColors,
  planeNames,
  sidesOf,
  throughOf,
  voxelAt,
} from './planes.ts'
import { planeSheet } from './sheets.ts'
import type { turnOverlay } from './turn-overlay.tsx'
import { useCut } from './use-cut.ts'

/** The cross of each cut wears the colours of the planes that it stands for. */
const crosses: Record<Plane, { vertical: string; horizontal: string }> = {
  axial: { vertical: planeColors.sagittal.line, horizontal: planeColors.coronal.line },
  coronal: { vertical: planeColors.sagittal.line, horizontal: planeColors.axial.line },
  sagittal: { vertical: planeColors.coronal.line, horizontal: planeColors.axial.line },
}

export type Handles = typeof turnOverlay

/** One of the three linked cuts: it shows where `place` is, and moves it. */
export function PlanePane({
  part,
  volume,
  plane,
  place,
  onPlace,
  slab,
  onShown,
  handles,
  onOrientation,
  ...rest
}: {
  part: string
  volume: Volume
  plane: Plane
  /** Where the cuts cross, as lengths. */
  place: Vector
  onPlace: Dispatch<SetStateAction<Vector>>
  slab: SlabChoice
  /** Its first picture is there. */
  onShown: (plane: Plane) => void
  /** Turn the volume; null while nobody asked for them. */
  handles: Handles | null
  onOrientation: (orientation: Orientation | null) => void
  hand: VolumeHand
  shade: Shade
  onShade: (shade: Shade) => void
  inverted: boolean
  onUse: () => void
  original: () => Promise<Blob | undefined>
  isPreview: boolean
  instruments: Instruments
  handle: Ref<PaneHandle>
  className: string
}) {
  const at = voxelOf(place, volume)[throughOf(plane)]
  const count = cutsOf(plane, volume.size)
  const { picture, problem, shown } = useCut(volume, plane, at, slab)
  const isShown = picture !== null
  useEffect(() => {
    if (isShown) onShown(plane)
  }, [isShown, plane, onShown])
  // The cross lies on what is seen, which may still be of the volume before.
  const seen = shown.volume
  const unit = unitOf(volume.spacing)
  const thick = slab.mm > 0 ? `, ${inUnits(slab.mm, unit)} ${unit.name} de grosor` : ''
  return (
    <CutPane
      {...rest}
      name={planeNames[plane]}
      color={planeColors[plane]}
      below
      said={`Corte ${planeNames[plane].toLowerCase()} ${at + 1} de ${count}${thick}. Flechas para mover la cruz, Re Pág y Av Pág para cambiar de corte.`}
      sides={sidesOf(plane, seen.orientation)}
      picture={picture}
      problem={problem}
      on={planeSheet(part, plane, shown.at, seen)}
      cross={{ at: pixelOf(plane, voxelOf(place, seen), seen.size), ...crosses[plane] }}
      overlay={handles?.(plane, seen, volume.orientation, onOrientation)}
      foot={`${at + 1}/${count}`}
      onCross={(to) => onPlace((now) => placeOf(voxelAt(plane, to, voxelOf(now, seen), seen.size), seen))}
      onLeaf={(by) =>
        onPlace((now) => {
          const voxel = voxelOf(now, volume)
          return placeOf(
            leafed(plane, voxel, leafedTo(voxel[throughOf(plane)], by, count), volume.size),
            volume,
          )
        })
      }
    />
  )
}
