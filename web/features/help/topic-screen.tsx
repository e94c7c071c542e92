import { ArrowLeft, ArrowRight, ChevronRight } from 'lucide-react'
import { Link, Navigate, useParams } from 'react-router'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { TopicPicture } from './topic-picture.tsx'
import { TopicSteps } from './topic-steps.tsx'
import { useHelp } from './use-help.ts'

/** One topic: its steps, the screen where they are done, and the way there (docs/product/help.md). */
export function TopicScreen() {
  const { topicId } = useParams()
  const help = useHelp()
  const topic = help.topics.find(({ id }) => id === topicId)
  // Of another role, or of an older edition.
  if (!topic) return <Navigate to={help.list} replace />
  const { title, group, to } = topic
  const others = help.topics.filter((one) => one.group === group && one.id !== topic.id)
  return (
    <>
      <Link to={help.list} className={buttonStyle('link', 'compact', 'mb-1')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        Ayuda
      </Link>
      <PageHeader above={group} title={title} />
      <div
        className={cx(
          // A picture of a phone is high: all that is said stands beside it.
          'grid grid-cols-1 items-start gap-4',
          help.audience === 'patient'
            ? 'sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] sm:grid-rows-[auto_1fr] sm:*:nth-2:col-start-2 sm:*:nth-2:row-span-2'
            : 'min-[80rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)] min-[80rem]:*:nth-3:col-span-2',
        )}
      >
        <Card className="grid gap-5 p-4.5 sm:p-6">
          <TopicSteps topic={topic} />
          <Link
            to={help.screen(topic)}
            // The request form is no screen of the portal.
            reloadDocument={to.path.startsWith('/#')}
            className={buttonStyle('primary', 'normal', 'sm:justify-self-start')}
          >
            Ir a {to.label}
            <ArrowRight aria-hidden className="size-5" />
          </Link>
        </Card>
        <TopicPicture topic={topic} audience={help.audience} opens />
        {others.length > 0 && (
          <Panel title={`Más de «${group}»`}>
            <ul className="divide-y divide-line">
              {others.map((one) => (
                <li key={one.id}>
                  <Link
                    to={help.topic(one.id)}
                    className="flex min-h-11 items-center justify-between gap-3 px-4.5 py-2.5 text-brand-700 transition hover:bg-sunken"
                  >
                    {one.title}
                    <ChevronRight aria-hidden className="size-4.5 shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  )
}
