import { cx } from '#web/ui/cx.ts'
import { crossPaths, cuts, heroVolume, type Plane, placeText, planes, sizeOf } from './hero-volume.ts'

/** Each plane wears its colour, as in the portal's viewer. */
const colours: Record<Plane, { text: string; stroke: string }> = {
  axial: { text: 'text-axial', stroke: 'stroke-axial' },
  coronal: { text: 'text-coronal', stroke: 'stroke-coronal' },
  sagital: { text: 'text-sagittal', stroke: 'stroke-sagittal' },
}
const crosses: Record<Plane, { vertical: Plane; horizontal: Plane }> = {
  axial: { vertical: 'sagital', horizontal: 'coronal' },
  coronal: { vertical: 'sagital', horizontal: 'axial' },
  sagital: { vertical: 'coronal', horizontal: 'axial' },
}
/** As `panes` has them, which the still is drawn with. */
const places: Record<Plane, string> = {
  axial: 'inset-y-0 left-0 w-[61.5%]',
  coronal: 'top-0 right-0 h-[49.75%] w-[38.2%]',
  sagital: 'right-0 bottom-0 h-[49.75%] w-[38.2%]',
}

/**
 * What lies over the still of the volume: names, places and the cross of its three cuts. live/hero-volume.ts makes them
 * move; a finger that goes up or down over them scrolls the page.
 */
export function HeroCuts() {
  return planes.map((plane) => {
    const [columns, rows] = sizeOf(plane)
    const cross = crossPaths(plane, heroVolume.start)
    return (
      <div
        key={plane}
        data-plane={plane}
        className={cx(
          'absolute touch-pan-y touch-pinch-zoom overflow-hidden text-tag select-none focus-visible:-outline-offset-2',
          places[plane],
        )}
      >
        <canvas width={columns} height={rows} className="absolute inset-0 size-full object-cover" />
        <svg
          aria-hidden
          viewBox={`0 0 ${columns} ${rows}`}
          preserveAspectRatio="xMidYMid slice"
          className="absolute inset-0 size-full opacity-80"
        >
          <path
            d={cross.vertical}
            vectorEffect="non-scaling-stroke"
            className={colours[crosses[plane].vertical].stroke}
          />
          <path
            d={cross.horizontal}
            vectorEffect="non-scaling-stroke"
            className={colours[crosses[plane].horizontal].stroke}
          />
        </svg>
        <p className="relative w-fit rounded-br-thumb bg-film-950/80 px-2 py-0.5 tabular-nums">
          <b className={colours[plane].text}>{cuts[plane].name}</b>{' '}
          <span>{placeText(plane, heroVolume.start)}</span>
        </p>
      </div>
    )
  })
}
