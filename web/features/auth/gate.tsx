import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { clinicQuery } from '#web/queries/clinic.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Card } from '#web/ui/panel.tsx'

/** A screen before the portal: the clinic's mark, one question on a card, and ways out below. A new question takes the focus. */
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
    <main className="mx-auto grid min-h-dvh max-w-110 content-center gap-5 px-4 py-10">
      <a href="/" className="inline-flex min-h-11 items-center justify-self-start rounded-small">
        <Logo name={clinic?.name ?? ''} tagline={clinic?.tagline} image={clinic?.logo} />
      </a>
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-page">
          {title}
        </h1>
        <div className="mt-2 text-ink-2 wrap-break-word">{description}</div>
      </div>
      <Card className="p-5 sm:p-6">{children}</Card>
      {below && <div className="grid justify-items-center gap-2">{below}</div>}
    </main>
  )
}
