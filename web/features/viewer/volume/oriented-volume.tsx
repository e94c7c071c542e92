import { Suspense, useEffect, useMemo, useState } from 'react'
import type { Volume } from '#web/imaging/client.ts'
import type { Orientation } from '#web/imaging/types.ts'
import { turnedInfo } from '#web/imaging/volume/orientation.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { isOfOtherTurn } from '../stage/sheet.ts'
import { useMarks } from '../stage/use-marks.tsx'
import { type Settings, useAllSettings } from '../stage/use-setting.tsx'
import { useShared } from '../stage/use-shared.ts'
import { Waiting } from '../stage/waiting.tsx'
import { OtherOrientation } from './orientation-fields.tsx'
import { PlanesView, type VolumeProps } from './planes-view.tsx'
import { turnedSettings } from './turned-settings.ts'

const panoramicView = loadLater(async () => (await import('./panoramic-view.tsx')).PanoramicView)

/** ms without a change until a turned volume is cut at its full density. */
const resting = 150

/** A volume in the orientation that was chosen: all that is seen of it is of the turned one (docs/product/viewer.md). */
export function OrientedVolume({ way, volume: upright, ...rest }: VolumeProps & { way: Settings['way'] }) {
  const { part } = rest
  const all = useAllSettings()
  const [orientation] = useShared(part, 'orientation', null)
  const volume = useTurned(upright, orientation, way !== 'panoramic')
  const { marks } = useMarks()
  const isHidden = marks.some(({ sheet }) => isOfOtherTurn(sheet, part, volume.orientation))

  // Its code comes after the images.
  useEffect(() => {
    panoramicView.preload().catch(() => {})
  }, [])

  function onOrientation(next: Orientation | null) {
    const now = all.of.get(part) ?? {}
    all.put(part, { ...now, ...turnedSettings(now, upright, next) })
    all.tell(false)
  }

  return (
    <>
      {isHidden && (
        <OtherOrientation part={part} orientation={volume.orientation} onOrientation={onOrientation} />
      )}
      {way === 'panoramic' ? (
        <Suspense fallback={<Waiting />}>
          <panoramicView.Later {...rest} volume={volume} />
        </Suspense>
      ) : (
        <PlanesView {...rest} volume={volume} upright={upright} onOrientation={onOrientation} />
      )}
    </>
  )
}

function useTurned(upright: Volume, orientation: Orientation | null, coarsens: boolean): Volume {
  const [rested, setRested] = useState(orientation)
  useEffect(() => {
    const timer = setTimeout(() => setRested(orientation), resting)
    return () => clearTimeout(timer)
  }, [orientation])
  const isMoving = coarsens && rested !== orientation
  return useMemo(
    () => (orientation ? upright.turned(turnedInfo(upright, orientation), isMoving) : upright),
    [upright, orientation, isMoving],
  )
}
