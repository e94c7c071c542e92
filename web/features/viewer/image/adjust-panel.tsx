import { Trash2 } from 'lucide-react'
import { noScale } from '#web/copy/imaging.ts'
import type { GreyPicture, PixelSpacing } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import { measuredText, measurementText } from '#web/imaging/view/measure.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PanelFrame } from '../stage/panel-frame.tsx'
import { isMeasured, markName, useMarks } from '../stage/use-marks.tsx'
import { WindowFields } from '../stage/window-fields.tsx'

/** Brightness and contrast by number, and the list of what was measured. */
export function AdjustPanel({
  picture,
  shade,
  onShade,
  part,
  frameNoun,
  spacing,
  onClose,
}: {
  /** Null for colours, which have no window. */
  picture: GreyPicture | null
  shade: Shade
  onShade: (shade: Shade) => void
  /** Whose measurements are listed. */
  part: string
  /** Given when there are several pictures: which one a measurement is on. */
  frameNoun: string | null
  spacing: PixelSpacing | undefined
  onClose: () => void
}) {
  const { marks, remove } = useMarks()
  const listed = marks.flatMap((mark) =>
    isMeasured(mark) && mark.sheet.view === 'picture' && mark.sheet.part === part
      ? { ...mark, frame: mark.sheet.frame }
      : [],
  )
  return (
    <PanelFrame label="Ajustes de imagen" onClose={onClose}>
      {picture && <WindowFields picture={picture} shade={shade} onShade={onShade} />}
      <div>
        <h3 className="text-label">Mediciones</h3>
        {listed.length === 0 ? (
          <p className="mt-1 text-meta text-film-ink-2">Todavía no hay mediciones.</p>
        ) : (
          <ul className="mt-1">
            {listed.map((mark) => {
              const name = markName(marks, mark.id)
              return (
                <li key={mark.id} className="-mr-2.5 flex items-center gap-2">
                  <span className="min-w-0 flex-1 text-meta text-film-ink-2">
                    <Dotted
                      parts={[name, frameNoun && `${frameNoun.toLowerCase()} ${mark.frame + 1}`, mark.author]}
                    />
                  </span>
                  <span className="text-meta font-semibold tabular-nums">
                    {mark.stored
                      ? measuredText(mark.stored)
                      : measurementText(mark.kind, mark.points, mark.spacing)}
                  </span>
                  {!mark.author && (
                    <IconButton
                      tone="film"
                      label={`Borrar ${name}`}
                      icon={<Trash2 aria-hidden className="size-4.5" />}
                      onClick={() => remove([mark.id])}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        )}
        {spacing?.known !== 'mm' && <p className="mt-2 text-meta text-film-ink-2">{noScale}</p>}
      </div>
    </PanelFrame>
  )
}
