import { type Paper, papers } from '#web/hooks/paper.ts'
import { cx } from '#web/ui/cx.ts'
import type { MoreAction } from '#web/ui/more-actions.tsx'

const labels: Record<Paper, string> = { letter: 'Carta', a4: 'A4' }

/** The same in a list of actions, which has room for one more. */
export function otherPaper(paper: Paper, onChoose: (paper: Paper) => void): MoreAction {
  const other = paper === 'letter' ? 'a4' : 'letter'
  return { label: `Cambiar a papel ${labels[other]}`, onPick: () => onChoose(other) }
}

/** Two radio buttons that look like one switch: which paper the printer holds. */
export function PaperSwitch({
  paper,
  onChoose,
  className,
}: {
  paper: Paper
  onChoose: (paper: Paper) => void
  className?: string
}) {
  return (
    <fieldset className={cx('flex items-center gap-2', className)}>
      <legend className="sr-only">Tamaño del papel</legend>
      <div className="flex rounded-field border border-line bg-surface p-px">
        {papers.map((one) => (
          <label
            key={one}
            className="flex min-h-11 min-w-14 cursor-pointer items-center justify-center rounded-small px-3 text-label text-ink-2 transition has-checked:bg-brand-100 has-checked:text-brand-800 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-700"
          >
            <input
              type="radio"
              name="paper"
              value={one}
              checked={one === paper}
              onChange={() => onChoose(one)}
              className="sr-only"
            />
            {labels[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
