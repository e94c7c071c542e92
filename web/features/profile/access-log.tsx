import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import type { AccessLine } from '#web/backend/answers.ts'
import { accessRoles, accessWords } from '#web/copy/access.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { accessPageSize, myAccessLogQuery } from '#web/queries/access.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'

/** 'Quién ha visto tus datos': what others did with the patient's record, newest first (docs/product/accounts.md). */
export function AccessLog() {
  const [page, setPage] = useState(1)
  const query = useQuery(myAccessLogQuery(page))
  return (
    <ListPanel
      title="Quién ha visto tus datos"
      className={tableRoom.small}
      query={query}
      code="load_access_log"
      list={{ page, setPage }}
      pageSize={accessPageSize}
      noun={['acceso', 'accesos']}
      Icon={ShieldCheck}
      empty="Nadie más ha abierto ni modificado tus datos."
      skeleton={<SkeletonRows rows={4} />}
    >
      {(rows) => <AccessTable rows={rows} />}
    </ListPanel>
  )
}

/** Who did what no account did. */
const nobody: Partial<Record<AccessLine['what'], string>> = {
  share_opened: 'Alguien con el enlace',
  message_sent: 'La clínica',
}

function AccessTable({ rows }: { rows: readonly AccessLine[] }) {
  const zone = useClinicZone()
  const columns: Column<AccessLine>[] = [
    { header: 'Qué hizo', place: 'title', cell: ({ what }) => accessWords[what] },
    {
      header: 'Quién',
      cell: ({ who, role, what }) => (
        <>
          {who ?? nobody[what] ?? 'Cuenta eliminada'}
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
