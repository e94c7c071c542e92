import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { clinicQuery } from '#web/queries/clinic.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Card } from '#web/ui/panel.tsx'

/**
 * A screen before the portal, drawn as the pages behind links are: the clinic's mark, one question on a card that hangs from the top,
 * and ways out below. A new question takes the focus.
 */
export function Gate({
  title,
  description,
  children,
  below,
}: {
  title: string
  description: ReactNode
  children: ReactNode
  below?: ReactNode
}) {
  const { data: clinic } = useQuery(clinicQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = clinic ? `${title} · ${clinic.name}` : title
  }, [title, clinic])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is announced once.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <main className="mx-auto grid min-h-dvh max-w-md grid-cols-1 content-start gap-6 px-4 pt-8 pb-8 sm:pt-16">
      <a href="/" className="inline-flex min-h-11 items-center justify-self-start rounded-small">
        <Logo name={clinic?.name ?? ''} tagline={clinic?.tagline} image={clinic?.logo} />
      </a>
      <Card className="grid grid-cols-1 gap-5 p-5.5">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-card">
            {title}
          </h1>
          <div className="mt-1 text-ink-2 wrap-break-word">{description}</div>
        </div>
        {children}
      </Card>
      {below && <div className="grid justify-items-center gap-2">{below}</div>}
    </main>
  )
}
