import { type ReactNode, useState } from 'react'
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
 * stay as they are while the other one is seen.
 */
export function ImagesBeside({
  images,
  report,
  first,
  onTab,
}: {
  images: ReactNode
  report: ReactNode
  /** The tab that is seen first. */
  first: Tab
  onTab?: (tab: Tab) => void
}) {
  const [tab, setTab] = useState<Tab>(first)
  const look = onTab ? lg : md
  const seen = (one: Tab) => one !== tab && look.unseen
  return (
    <div
      className={cx(
        'fixed inset-0 grid grid-rows-[auto_minmax(0,1fr)] bg-film-900 [--frame-height:100%] print:hidden',
        look.frame,
      )}
    >
      <div className={cx('on-film p-1.5', look.tabs)}>
        <Segmented
          label="Qué se ve"
          tone="film"
          value={tab}
          options={tabs}
          onChange={(chosen) => {
            setTab(chosen)
            onTab?.(chosen)
          }}
        />
      </div>
      {/* What is fixed in there keeps to its cell. */}
      <div className={cx('relative transform-gpu', look.pane, seen('images'))}>{images}</div>
      <div className={cx('min-h-0 border-line', look.pane, look.report, seen('report'))}>{report}</div>
    </div>
  )
}
