import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { longDay } from '#domain/days.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import type { HelpAudience, Topic } from './topic.ts'
import { TopicPicture } from './topic-picture.tsx'
import { TopicSteps } from './topic-steps.tsx'
import { groupsOf, useHelp } from './use-help.ts'

const titles: Record<HelpAudience, string> = {
  patient: 'Cuaderno para pacientes',
  doctor: 'Cuaderno para doctores y recepción',
  dentist: 'Cuaderno para dentistas',
  administrator: 'Cuaderno de la administración',
}

/** All topics of a role on paper: cover with contents, then one after the other, two a page where they fit (docs/product/help.md). */
export function BookletScreen() {
  const help = useHelp()
  const title = titles[help.audience]
  return (
    <PrintSheet
      label={title}
      back={
        <Link to={help.list} className={buttonStyle()}>
          <ArrowLeft aria-hidden className="size-5" />
          Volver
        </Link>
      }
    >
      <div className="text-[10.5pt]/[1.5]">
        <Cover title={title} topics={help.topics} />
        {help.topics.map((topic, index) => (
          <section
            key={topic.id}
            aria-labelledby={topic.id}
            className="mt-10 grid gap-[0.8em] border-t border-line pt-6 print:mt-5 print:break-inside-avoid print:pt-4"
          >
            <h2 id={topic.id} className="text-[15pt]/[1.2] font-[650] text-pretty">
              {index + 1}. {topic.title}
            </h2>
            <div
              className={cx(
                'grid items-start gap-[6mm]',
                help.audience === 'patient'
                  ? 'sm:grid-cols-[minmax(0,1fr)_52mm] print:grid-cols-[minmax(0,1fr)_52mm]'
                  : 'md:grid-cols-[minmax(0,1fr)_96mm] print:grid-cols-[minmax(0,1fr)_96mm]',
              )}
            >
              <div className="grid gap-[0.8em]">
                <TopicSteps topic={topic} />
              </div>
              <TopicPicture topic={topic} audience={help.audience} />
            </div>
          </section>
        ))}
      </div>
    </PrintSheet>
  )
}

function Cover({ title, topics }: { title: string; topics: readonly Topic[] }) {
  const { data: clinic } = useQuery(clinicQuery())
  const today = useClinicToday()
  const numbers = new Map(topics.map(({ id }, index) => [id, index + 1]))
  return (
    <header className="print:break-after-page">
      {clinic && <Logo name={clinic.name} tagline={clinic.tagline} image={clinic.logo} />}
      <h1 tabIndex={-1} className="mt-[14mm] text-[26pt]/[1.1] font-[650] text-balance">
        {title}
      </h1>
      <p className="mt-3 text-ink-2 first-letter:uppercase">{longDay(today)}</p>
      <ul aria-label="Contenido" className="mt-[12mm] grid gap-5">
        {groupsOf(topics).map(([group, some]) => (
          <li key={group} className="break-inside-avoid">
            <h2 className="font-[650]">{group}</h2>
            <ul className="mt-1">
              {some.map((topic) => (
                <li key={topic.id} className="flex gap-3">
                  <span className="w-6 shrink-0 text-right text-ink-2 tabular-nums">
                    {numbers.get(topic.id)}
                  </span>
                  <span className="min-w-0">{topic.title}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </header>
  )
}
