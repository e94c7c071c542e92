import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toneLook } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Asked } from './use-asked.ts'

/** What the code of a paper leads to: that it is asked for, what it says, that there is none, or why it could not be read. */
export function Verified<Paper>({
  of: { asked, again },
  asking,
  unknown,
  children,
}: {
  of: { asked: Asked<Paper | null>; again: () => void }
  /** The words while it is on its way, and where the code leads to nothing. */
  asking: string
  unknown: string
  children: (paper: Paper) => ReactNode
}) {
  return (
    <>
      <div role="status" className="mt-4">
        {asked.is === 'asking' && <p className="animate-late text-ink-2">{asking}</p>}
        {asked.is === 'failed' && <Notice tone="bad">{asked.why}</Notice>}
        {asked.is === 'answered' &&
          (asked.answer === null ? (
            <>
              <Notice tone="bad">{unknown}</Notice>
              <p className="mt-3 text-ink-2">
                Revisa que la dirección esté completa o escanea el código otra vez.
              </p>
            </>
          ) : (
            children(asked.answer)
          ))}
      </div>
      {asked.is === 'failed' && (
        <Button className="mt-4" onClick={again}>
          Reintentar
        </Button>
      )}
    </>
  )
}

/** Whether the paper holds, in one word that is seen first. */
export function Verdict({ tone, children }: { tone: 'green' | 'red'; children: string }) {
  const { ground, text, Icon } = toneLook[tone]
  return (
    <p
      className={cx(
        'flex items-center gap-3 rounded-field px-4 py-3 text-[1.375rem]/[1.2] font-[650]',
        ground,
        text,
      )}
    >
      <Icon aria-hidden className="size-7" style={{ strokeWidth: 2.25 }} />
      {children}
    </p>
  )
}

/** What the paper says of itself; null is left out. */
export function Facts({ facts }: { facts: Record<string, string | null> }) {
  return (
    <dl className="mt-4 grid grid-cols-[6rem_1fr] gap-x-4 gap-y-2 tabular-nums sm:grid-cols-[auto_1fr] sm:gap-x-6">
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="min-w-26 text-right font-semibold wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
