import { Dialog } from '#web/ui/dialog.tsx'

/** 'Atajos': what each key does, and what pointer and fingers do. */
export function KeysDialog({
  open,
  onOpenChange,
  description,
  keys: lines,
  gestures,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  description: string
  keys: readonly { keys: readonly string[]; does: string }[]
  gestures: readonly string[]
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Atajos" description={description}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard, and holds nothing else. */}
      <section tabIndex={0} aria-label="Lista de atajos">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
          {lines.map(({ keys, does }) => (
            <div key={does} className="contents">
              <dt className="flex flex-wrap gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="rounded-tag border border-line bg-sunken px-2 py-0.5 font-sans text-meta font-semibold whitespace-nowrap"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd className="text-ink-2">{does}</dd>
            </div>
          ))}
        </dl>
        <h3 className="mt-5 mb-2 text-label">Con el ratón o los dedos</h3>
        <ul className="grid list-disc gap-1 pl-5 text-ink-2">
          {gestures.map((gesture) => (
            <li key={gesture}>{gesture}</li>
          ))}
        </ul>
      </section>
    </Dialog>
  )
}
