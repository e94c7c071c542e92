import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleQuestionMark, Printer } from 'lucide-react'
import { Link } from 'react-router'
import { lines as adminLines } from '#web/copy/admin-lines.ts'
import { lines } from '#web/copy/screen-lines.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { useListState } from '#web/hooks/list-state.ts'
import * as paths from '#web/hooks/paths.ts'
import { adminPathQuery } from '#web/queries/admin-path.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Match } from '#web/ui/match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import type { HelpAudience } from './topic.ts'
import { findTopics } from './topics.ts'
import { groupsOf, useHelp } from './use-help.ts'

const intro: Record<HelpAudience, string> = { ...lines.help, administrator: adminLines.help }

/** 'Ayuda': what somebody of this role asks, by what they want to do (docs/product/help.md). */
export function HelpScreen() {
  const help = useHelp()
  const list = useListState()
  const typed = list.typed.trim()
  const found = findTopics(help.topics, typed)
  return (
    <>
      <PageHeader title="Ayuda" description={intro[help.audience]} />
      <SearchField
        label="Buscar en la ayuda..."
        value={list.typed}
        onChange={list.setSearch}
        className="mb-4"
      />
      <p role="status" className="sr-only">
        {typed && (found.length === 1 ? '1 tema' : `${found.length} temas`)}
      </p>
      {found.length === 0 ? (
        <Card className="overflow-clip">
          <EmptyState icon={<CircleQuestionMark className="size-6" />}>
            No se encontró nada con «{typed}». Prueba con una sola palabra, como «cita» o «contraseña».
          </EmptyState>
        </Card>
      ) : (
        <div className="gap-4 *:mb-4 *:break-inside-avoid *:last:mb-0 lg:columns-2">
          {groupsOf(found).map(([group, topics]) => (
            <Panel key={group} title={group}>
              <ul className="divide-y divide-line">
                {topics.map(({ id, title }) => (
                  <li key={id}>
                    <Link
                      to={help.topic(id)}
                      className="flex min-h-12 items-center justify-between gap-3 px-4.5 py-3 font-[550] text-brand-700 transition hover:bg-sunken"
                    >
                      <Match text={title} typed={typed} />
                      <ChevronRight aria-hidden className="size-4.5 shrink-0 text-ink-3" />
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to={help.booklet} className={buttonStyle('secondary', 'normal', 'max-sm:w-full')}>
          <Printer aria-hidden className="size-5" />
          Imprimir cuaderno
        </Link>
        <OtherHelp audience={help.audience} />
      </div>
    </>
  )
}

/** From an administrator's help to that of doctors, and back. */
function OtherHelp({ audience }: { audience: HelpAudience }) {
  const { is_admin } = useProfile()
  const isHere = audience === 'administrator'
  const { data: panel } = useQuery({ ...adminPathQuery(), enabled: is_admin && !isHere })
  const to = isHere ? paths.help : panel && `${panel}/${adminPaths.help}`
  if (!to) return null
  return (
    <Link to={to} className={buttonStyle('link', 'compact')}>
      {isHere ? 'Ayuda para doctores y recepción' : 'Ayuda de la administración'}
    </Link>
  )
}
