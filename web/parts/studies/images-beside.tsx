import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '#web/ui/cx.ts'
import { Segmented } from '#web/ui/segmented.tsx'

const tabs = [
  { value: 'images', label: 'Imágenes' },
  { value: 'report', label: 'Informe' },
] as const

type Tab = (typeof tabs)[number]['value']

/** Classes from and below the width at which both are seen at once. */
const md = {
  frame: 'md:grid-cols-[minmax(0,1fr)_clamp(25rem,36vw,40rem)] md:grid-rows-1',
  tabs: 'md:hidden',
  pane: 'max-md:col-start-1 max-md:row-start-2',
  report: 'md:border-l',
  unseen: 'max-md:invisible',
}
const lg: typeof md = {
  frame: 'lg:grid-cols-[minmax(0,1fr)_clamp(28rem,36vw,40rem)] lg:grid-rows-1',
  tabs: 'lg:hidden',
  pane: 'max-lg:col-start-1 max-lg:row-start-2',
  report: 'lg:border-l',
  unseen: 'max-lg:invisible',
}

/**
 * A study's images with its report at their side, or below 900 px as two tabs (1100 px where the report waits for `onTab`). Both
 * stay as they are while the other one is seen. Images that have a button for the report have no tabs above them.
 */
export function ImagesBeside({
  images,
  report,
  first,
  onTab,
}: {
  /** Or what draws them with a button that shows the report; `narrow` are its classes. */
  images: ReactNode | ((toReport: { onClick: () => void; narrow: string }) => ReactNode)
  report: ReactNode
  /** The tab that is seen first. */
  first: Tab
  onTab?: (tab: Tab) => void
}) {
  const [tab, setTab] = useState<Tab>(first)
  const look = onTab ? lg : md
  const seen = (one: Tab) => one !== tab && look.unseen
  const frame = useRef<HTMLDivElement>(null)
  const hasButton = typeof images === 'function'
  function show(chosen: Tab) {
    flushSync(() => setTab(chosen))
    // What was pressed is gone.
    if (hasButton) frame.current?.querySelector<HTMLElement>(`[data-pane="${chosen}"]`)?.focus()
    onTab?.(chosen)
  }
  return (
    <div
      ref={frame}
      className={cx(
        'fixed inset-0 grid grid-rows-[auto_minmax(0,1fr)] bg-film-900 [--frame-height:100%] print:hidden',
        look.frame,
      )}
    >
      <div className={cx('on-film p-1.5', look.tabs, hasButton && tab === 'images' && 'hidden')}>
        <Segmented label="Qué se ve" tone="film" value={tab} options={tabs} onChange={show} />
      </div>
      {/* What is fixed in there keeps to its cell. */}
      <div
        data-pane="images"
        tabIndex={-1}
        className={cx('relative transform-gpu outline-none', look.pane, seen('images'))}
      >
        {hasButton ? images({ onClick: () => show('report'), narrow: look.tabs }) : images}
      </div>
      <div
        data-pane="report"
        tabIndex={-1}
        className={cx('min-h-0 border-line outline-none', look.pane, look.report, seen('report'))}
      >
        {report}
      </div>
    </div>
  )
}
