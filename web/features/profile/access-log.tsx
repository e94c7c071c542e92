import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import type { AccessLine } from '#web/backend/answers.ts'
import { accessRoles, accessWords } from '#web/copy/access.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { accessPageSize, myAccessLogQuery } from '#web/queries/access.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

/** 'Quién ha visto tus datos': what others did with the patient's record, newest first (docs/product/accounts.md). */
export function AccessLog() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(myAccessLogQuery(page))
  return (
    <Panel
      title="Quién ha visto tus datos"
      className={tableRoom.small}
      footer={
        data &&
        data.total > 0 && (
          <Pagination
            {...{ page, pageSize: accessPageSize, total: data.total }}
            onPage={setPage}
            noun={['acceso', 'accesos']}
          />
        )
      }
    >
      {data ? (
        data.rows.length > 0 ? (
          <AccessTable rows={data.rows} />
        ) : (
          <EmptyState icon={<ShieldCheck className="size-6" />}>
            Nadie más ha abierto ni modificado tus datos.
          </EmptyState>
        )
      ) : error ? (
        <FailedLoad error={error} code="load_access_log" onRetry={refetch} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Panel>
  )
}

function AccessTable({ rows }: { rows: readonly AccessLine[] }) {
  const zone = useClinicZone()
  const columns: Column<AccessLine>[] = [
    { header: 'Qué hizo', title: true, cell: ({ what }) => accessWords[what] },
    {
      header: 'Quién',
      cell: ({ who, role, what }) => (
        <>
          {who ?? (what === 'share_opened' ? 'Alguien con el enlace' : 'Cuenta eliminada')}
          {role && <span className="block text-meta text-ink-3">{accessRoles[role]}</span>}
        </>
      ),
    },
    {
      header: 'Cuándo',
      whole: true,
      cell: ({ at }) => {
        const { day, time } = clinicMoment(at, zone)
        return (
          <time dateTime={at} className="whitespace-nowrap tabular-nums">{`${formatDay(day)}, ${time}`}</time>
        )
      },
    },
  ]
  return (
    <DataTable
      label="Accesos a tus datos"
      columns={columns}
      rows={rows}
      rowKey={({ at, who, what }) => `${at} ${who} ${what}`}
    />
  )
}
