import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const looks = {
  plain: { look: 'bg-sunken', Icon: Info },
  ok: { look: 'bg-ok-soft text-ok', Icon: CircleCheck },
  pend: { look: 'bg-pend-soft text-pend', Icon: TriangleAlert },
  bad: { look: 'bg-bad-soft text-bad', Icon: CircleAlert },
}

export type NoticeTone = keyof typeof looks

/** A sentence in its place in the page, on the ground of its meaning and with an icon. `pend` is what somebody should do, `bad` what went wrong. */
export function Notice({
  tone,
  id,
  className,
  children,
}: {
  tone: NoticeTone
  id?: string
  className?: string
  children: ReactNode
}) {
  const { look, Icon } = looks[tone]
  return (
    <div id={id} className={cx('flex items-start gap-2.5 rounded-field px-4 py-3', look, className)}>
      <Icon aria-hidden className="mt-0.5 size-4.5" />
      <div className="min-w-0 flex-1 wrap-break-word">{children}</div>
    </div>
  )
}
