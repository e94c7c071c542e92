import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileCheck2, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { lines } from '#web/copy/screen-lines.ts'
import { useListState } from '#web/hooks/list-state.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import { PagedList } from '#web/parts/lists/list.tsx'
import { usePicturesSoon } from '#web/parts/studies/study-picture.tsx'
import { reportKeys } from '#web/queries/report-keys.ts'
import { awaitingReportsQuery, ownDraftsQuery, signedReportsQuery } from '#web/queries/report-lists.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SectionNav } from '#web/ui/section-nav.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AwaitingRow, DraftRow, SignedRow } from './report-rows.tsx'

const pageSize = 10

const tabs = [
  { name: '', label: 'Por interpretar' },
  { name: 'borradores', label: 'Mis borradores' },
  { name: 'firmados', label: 'Firmados' },
]

/** 'Por interpretar': the studies that wait for a report, one's own drafts, and what was signed. */
export function ReportsScreen() {
  const client = useQueryClient()
  const list = useListState(['lista'])
  const shown = tabs.find(({ name }) => name === list.filters.lista) ?? tabs[0]
  usePicturesSoon()
  useLiveStudies('')
  useLive('report_heads', '', () => void client.invalidateQueries({ queryKey: reportKeys.all }))
  const paging = { page: list.page, setPage: list.setPage }
  const lists: Record<string, ReactNode> = {
    '': <Awaiting list={paging} />,
    borradores: <Drafts list={paging} />,
    firmados: <Signed list={paging} />,
  }
  return (
    <>
      <PageHeader title="Por interpretar" description={lines.reports} />
      <SectionNav
        label="Informes"
        className="grid grid-cols-3 sm:flex sm:w-fit"
        sections={tabs.map(({ name, label }) => ({
          label,
          to: paths.reportList(name),
          current: name === shown?.name,
        }))}
      />
      {lists[shown?.name ?? '']}
    </>
  )
}

type Paging = { page: number; setPage: (page: number) => void }

const frame = (rows: ReactNode) => <Card className="overflow-clip">{rows}</Card>
const shared = {
  code: 'load_studies',
  pageSize,
  frame,
  skeleton: <SkeletonRows rows={pageSize} ruled wraps tile="size-16" />,
} as const

function Rows({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>
}

function Awaiting({ list }: { list: Paging }) {
  const query = useQuery(awaitingReportsQuery({ page: list.page, pageSize }))
  return (
    <PagedList
      {...shared}
      {...{ query, list }}
      noun={['estudio', 'estudios']}
      Icon={FileCheck2}
      empty="No hay estudios por interpretar."
    >
      {(rows) => (
        <Rows>
          {rows.map((study) => (
            <AwaitingRow key={study.id} study={study} />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}

function Drafts({ list }: { list: Paging }) {
  const query = useQuery(ownDraftsQuery({ page: list.page, pageSize }))
  return (
    <PagedList
      {...shared}
      {...{ query, list }}
      noun={['borrador', 'borradores']}
      Icon={PenLine}
      empty="No tienes borradores."
    >
      {(rows) => (
        <Rows>
          {rows.map((draft) => (
            <DraftRow key={draft.id} draft={draft} />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}

function Signed({ list }: { list: Paging }) {
  const query = useQuery(signedReportsQuery({ page: list.page, pageSize }))
  return (
    <PagedList
      {...shared}
      {...{ query, list }}
      noun={['informe', 'informes']}
      Icon={FileCheck2}
      empty="Todavía no hay informes firmados."
    >
      {(rows) => (
        <Rows>
          {rows.map((report) => (
            <SignedRow key={report.id} report={report} />
          ))}
        </Rows>
      )}
    </PagedList>
  )
}
