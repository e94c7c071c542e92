import type { ReactNode } from 'react'
import { useClinic } from '#web/hooks/use-clinic.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import { WithPhone } from './with-phone.tsx'

/**
 * The frame of a page behind a link: whose clinic it is, its cards, and ways out below. It hangs from the top, so that nothing moves
 * under a finger when a card grows. On a phone and in a low window there is room below what was opened (`data-opened`) to come to stand at the top.
 */
export function PlainPage({
  phone,
  wide = false,
  children,
}: {
  /** Whom to call; null where the page says so itself. */
  phone: string | null
  wide?: boolean
  children: ReactNode
}) {
  const clinic = useClinic()
  return (
    <div
      className={cx(
        // That room is there at once, also where reduced motion (base.css) gives every change 10 ms.
        'transition-none',
        'mx-auto grid min-h-dvh content-start gap-6 px-4 pt-8 pb-8 max-sm:has-data-opened:pb-[60dvh] sm:pt-16 [@media(height<50rem)]:has-data-opened:pb-[60dvh]',
        wide ? 'max-w-lg' : 'max-w-md',
      )}
    >
      <main className="grid grid-cols-1 gap-6">
        <div className="grid min-h-11">
          {clinic && (
            <a href="/" className="inline-flex min-w-0 items-center justify-self-start rounded-small">
              <Logo name={clinic.name} tagline={clinic.tagline} image={clinic.logo} />
            </a>
          )}
        </div>
        {children}
      </main>
      <footer className="flex flex-wrap items-baseline justify-center gap-x-6 gap-y-3 text-meta text-ink-3">
        {phone && (
          <p>
            <WithPhone phone={phone}>{`¿Dudas? Llámanos al ${phone}.`}</WithPhone>
          </p>
        )}
        <a href="/" className="touch-target inline-block font-semibold text-brand-700">
          Ir al sitio de la clínica
        </a>
      </footer>
    </div>
  )
}
