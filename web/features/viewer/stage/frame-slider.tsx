import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useEnds } from '#web/ui/use-ends.ts'

/** Moves through a stack of pictures; `frame` counts from 0. */
export function FrameSlider({
  noun,
  frame,
  count,
  onFrame,
}: {
  noun: 'Corte' | 'Cuadro'
  frame: number
  count: number
  onFrame: (frame: number) => void
}) {
  const back = useRef<HTMLButtonElement>(null)
  const on = useRef<HTMLButtonElement>(null)
  useEnds({ back, on, first: frame === 0, last: frame === count - 1 })
  return (
    // `relative`, so that the picture above does not lie over the focus ring.
    <div className="relative flex items-center gap-1 border-t border-film-800 bg-film-900 px-1.5">
      <IconButton
        ref={back}
        tone="film"
        label={`${noun} anterior`}
        disabled={frame === 0}
        icon={<ChevronLeft aria-hidden className="size-5" />}
        onClick={() => onFrame(frame - 1)}
      />
      <input
        type="range"
        aria-label={noun}
        aria-valuetext={`${frame + 1} de ${count}`}
        min={1}
        max={count}
        value={frame + 1}
        onChange={(event) => onFrame(event.currentTarget.valueAsNumber - 1)}
        className="h-11 min-w-0 flex-1 accent-signal"
      />
      <IconButton
        ref={on}
        tone="film"
        label={`${noun} siguiente`}
        disabled={frame === count - 1}
        icon={<ChevronRight aria-hidden className="size-5" />}
        onClick={() => onFrame(frame + 1)}
      />
      <p className="min-w-24 px-1.5 text-right text-meta text-film-ink-2 tabular-nums">
        {frame + 1} / {count}
      </p>
    </div>
  )
}
