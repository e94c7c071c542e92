import { useCallback, useState } from 'react'
import type { Volume } from '#web/imaging/client.ts'
import type { Orientation, Plane } from '#web/imaging/types.ts'
import { rangePicture } from '#web/imaging/volume/cut-picture.ts'
import { cx } from '#web/ui/cx.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { FrameSlider } from '../stage/frame-slider.tsx'
import type { SlabChoice } from '../stage/use-setting.tsx'
import { useSetting } from '../stage/use-setting.tsx'
import { placeOf, unitOf, voxelOf } from './lengths.ts'
import { OrientationFields } from './orientation-fields.tsx'
import { type Handles, PlanePane } from './plane-pane.tsx'
import { cutsOf, leafed, middleOf, planeNames, planes, throughOf } from './planes.ts'
import { SlabFields } from './slab-fields.tsx'
import { SolidPane } from './solid-pane.tsx'
import { useVolumeControls } from './use-volume-controls.tsx'
import { VolumePanel } from './volume-panel.tsx'

export type VolumeProps = {
  /** Its part of the study. */
  part: string
  volume: Volume
  pictureName: string
  original: () => Promise<Blob | undefined>
  /** Whether it is only a preview: to look at, not to measure in. */
  isPreview: boolean
}

const panes = [
  ...planes.map((value) => ({ value, label: planeNames[value] })),
  { value: 'solid', label: '3D' } as const,
]
const thin: SlabChoice = { mm: 0, mode: 'mip' }
const thickest = 50

/** Axial, coronal and sagittal cuts through one place, linked by a cross, and the volume as a whole; one at a time on a phone. */
export function PlanesView({
  part,
  volume,
  upright,
  onOrientation,
  pictureName,
  original,
  isPreview,
}: VolumeProps & {
  /** The volume as it was acquired. */
  upright: Volume
  onOrientation: (orientation: Orientation | null) => void
}) {
  const middle = (of: Volume) => placeOf(middleOf(of.size), of)
  const [place, setPlace] = useSetting(part, 'place', () => middle(volume))
  const [slab, setSlab] = useSetting(part, 'slab', () => thin)
  const [plane, setPlane] = useSetting(part, 'plane', () => 'axial')
  const [handles, setHandles] = useState<Handles | null>(null)
  const [shown, setShown] = useState<ReadonlySet<Plane>>(new Set())
  const noteShown = useCallback((one: Plane) => setShown((before) => new Set([...before, one])), [])
  const voxel = voxelOf(place, volume)
  const controls = useVolumeControls({
    part,
    volume,
    pictureName,
    original,
    isPreview,
    crossed: true,
    first: plane,
    onReset: () => {
      onOrientation(null)
      setPlace(middle(upright))
      setSlab(thin)
    },
  })
  return controls.frame(
    <div className="relative flex min-h-0 flex-1 flex-col @viewer:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <Segmented
          tone="film"
          label="Plano"
          className="absolute top-1.5 z-1 max-sm:inset-x-1.5 sm:left-1/2 sm:-translate-x-1/2 @viewer:hidden"
          value={plane}
          options={panes}
          onChange={setPlane}
        />
        <div className="grid min-h-0 flex-1 gap-px bg-film-800 @viewer:grid-cols-2 @viewer:grid-rows-2">
          {planes.map((one) => (
            <PlanePane
              key={one}
              {...controls.paneOf(one)}
              part={part}
              volume={volume}
              plane={one}
              place={place}
              onPlace={setPlace}
              slab={slab}
              onShown={noteShown}
              handles={handles}
              onOrientation={onOrientation}
              className={cx(one !== plane && '@max-viewer:hidden')}
            />
          ))}
          <SolidPane
            {...controls.paneOf('solid')}
            part={part}
            volume={upright}
            isPreview={isPreview}
            orientation={volume.orientation ?? null}
            begin={shown.size === planes.length}
            className={cx(plane !== 'solid' && '@max-viewer:hidden')}
          />
        </div>
        {/* Where there is one plane and no wheel. */}
        {plane !== 'solid' && (
          <div className="@viewer:hidden">
            <FrameSlider
              noun="Corte"
              frame={voxel[throughOf(plane)]}
              count={cutsOf(plane, volume.size)}
              onFrame={(to) => setPlace(placeOf(leafed(plane, voxel, to, volume.size), volume))}
            />
          </div>
        )}
      </div>
      {controls.panel && (
        <VolumePanel
          picture={rangePicture(volume)}
          shade={controls.shade}
          onShade={controls.setShade}
          onClose={controls.closePanel}
        >
          <SlabFields
            label="Grosor"
            slab={slab}
            onSlab={setSlab}
            most={thickest}
            unit={unitOf(volume.spacing)}
          />
          <OrientationFields
            orientation={volume.orientation}
            onOrientation={onOrientation}
            hasHandles={handles !== null}
            onHandles={(overlay) => setHandles(() => overlay)}
          />
        </VolumePanel>
      )}
    </div>,
  )
}
