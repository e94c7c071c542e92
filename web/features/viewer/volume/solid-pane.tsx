import { Box } from 'lucide-react'
import { type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { solidWords } from '#web/copy/imaging.ts'
import { thisDevice } from '#web/hooks/device.ts'
import type { Volume } from '#web/imaging/client.ts'
import type { Orientation } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import { cx } from '#web/ui/cx.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { FilmButton } from '../stage/film.tsx'
import { useSetting } from '../stage/use-setting.tsx'
import { useStageSize } from '../stage/use-stage-size.ts'
import type { PaneHandle } from './cut-pane.tsx'
import { PaneName } from './pane-name.tsx'

const solidView = loadLater(async () => (await import('./solid-view.tsx')).SolidView)

/** How long a volume must stay the same until it is drawn, in ms: while it is loaded, a finer one comes soon. */
const quiet = 700

/**
 * The fourth pane: the volume in three dimensions. Nothing of it is loaded before the planes are there and the volume rests, and
 * where bytes or work are saved not before somebody asks.
 */
export function SolidPane({
  part,
  volume,
  isPreview,
  orientation,
  begin,
  shade,
  inverted,
  onUse,
  handle,
  className,
}: {
  part: string
  volume: Volume
  /** Whether a finer one comes. */
  isPreview: boolean
  orientation: Orientation | null
  /** Whether the planes are there. */
  begin: boolean
  shade: Shade
  inverted: boolean
  onUse: () => void
  handle: Ref<PaneHandle>
  className: string
}) {
  const ground = useRef<HTMLDivElement>(null)
  const stage = useStageSize(ground)
  const [choice, setChoice] = useSetting(part, 'solid', () => ({
    asked: !thisDevice().metered,
    mode: 'surface',
    surface: null,
  }))
  // Where it is not seen, as beside one plane on a phone, it has no size.
  const wanted = begin && choice.asked && stage.width > 0
  const resting = useResting(wanted ? volume : null)
  return (
    <div ref={ground} className={cx('relative min-h-0 min-w-0 overflow-hidden bg-film-950', className)}>
      {resting && (
        <Suspense fallback={null}>
          <solidView.Later
            part={part}
            volume={resting}
            isPreview={isPreview}
            orientation={orientation}
            stage={stage}
            shade={shade}
            inverted={inverted}
            choice={choice}
            onChoice={setChoice}
            onUse={onUse}
            handle={handle}
          />
        </Suspense>
      )}
      {!choice.asked && (
        <div className="absolute inset-0 grid place-items-center">
          <FilmButton
            icon={<Box aria-hidden className="size-4.5" />}
            onClick={() => setChoice({ ...choice, asked: true })}
          >
            Mostrar en 3D
          </FilmButton>
        </div>
      )}
      <PaneName name={solidWords} below />
    </div>
  )
}

/** The volume that has not been replaced by a finer one for a while; the one before until then. */
function useResting(volume: Volume | null): Volume | null {
  const [resting, setResting] = useState<Volume | null>(null)
  useEffect(() => {
    if (!volume) return
    const timer = setTimeout(() => setResting(volume), quiet)
    return () => clearTimeout(timer)
  }, [volume])
  return resting
}
