import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { isDay } from '#domain/days.ts'
import type { AuditLine } from '#web/backend/answers.ts'
import { auditKinds } from '#web/copy/audit.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useListState } from '#web/hooks/list-state.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { ListRows } from '#web/parts/lists/list-rows.tsx'
import { auditLinesQuery } from '#web/queries/audit.ts'
import { Button } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/day-filter.tsx'
import { Filters } from '#web/ui/filters.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { AuditTable } from './audit-table.tsx'

/** A clinic without reports has no lines of them. */
function shownKinds() {
  const all = Object.entries(auditKinds)
  return reportsOn() ? all : all.filter(([kind]) => !kind.startsWith('report'))
}

/** Who did what, when and to which row: newest first, by person, kind and day. */
export function AuditLines() {
  const today = useClinicToday()
  const { typed, search, filters, setSearch, setFilter, clearFilters } = useListState(['tipo', 'dia'])
  const day = isDay(filters.dia) ? filters.dia : ''
  const kind = filters.tipo in auditKinds ? filters.tipo : ''
  return (
    <div>
      <Filters
        search={<SearchField label="Buscar por persona..." value={typed} onChange={setSearch} />}
        set={[kind, day].filter(Boolean).length}
        onClear={clearFilters}
        className="mb-4"
      >
        {(isSheet) => (
          <>
            <Select
              bare
              label="Filtrar por tipo"
              value={kind}
              className="min-[46.5rem]:w-56"
              onChange={(event) => setFilter('tipo', event.target.value)}
              placeholder="Todos los tipos"
              options={shownKinds().map(([value, label]) => ({ value, label }))}
            />
            <DayFilter
              bare={!isSheet}
              label="Filtrar por día"
              value={day}
              today={today}
              onChange={(next) => setFilter('dia', next)}
              className="min-[46.5rem]:w-40"
            />
            {!isSheet && (kind || day) && (
              // Narrower the search would be too short; each filter goes away by itself.
              <Button variant="ghost" className="max-[85rem]:hidden" onClick={clearFilters}>
                Quitar filtros
              </Button>
            )}
          </>
        )}
      </Filters>
      {/* Another filter starts at the newest line again. */}
      <Lines key={`${search} ${kind} ${day}`} filter={{ person: search, kind, day }} />
    </div>
  )
}

type Filter = { person: string; kind: string; day: string }

function Lines({ filter }: { filter: Filter }) {
  // The last line of every page before this one: the trail grows, so pages follow a line and have no number.
  const [before, setBefore] = useState<readonly AuditLine[]>([])
  const { data, error, refetch, isPlaceholderData } = useQuery(auditLinesQuery(filter, before.at(-1) ?? null))
  const last = data?.rows.at(-1)
  const isFiltered = filter.person !== '' || filter.kind !== '' || filter.day !== ''
  return (
    <Panel
      title="Bitácora"
      isPlain
      className={tableRoom.broad}
      footer={
        data &&
        (before.length > 0 || data.more) && (
          <nav aria-label="Paginación" className="flex flex-wrap items-center justify-end gap-2 text-meta">
            <Button
              size="compact"
              disabled={before.length === 0}
              onClick={() => setBefore(before.slice(0, -1))}
            >
              Anterior
            </Button>
            <p aria-live="polite" className="px-1 text-ink-2 tabular-nums">{`Página ${before.length + 1}`}</p>
            <Button
              size="compact"
              disabled={!data.more || !last || isPlaceholderData}
              onClick={() => last && setBefore([...before, last])}
            >
              Siguiente
            </Button>
          </nav>
        )
      }
    >
      {data?.many && (
        <p className="border-b border-line px-4.5 py-3 text-meta text-ink-2">
          Más de 50 personas coinciden y se muestran las líneas de algunas: escribe más del nombre o el
          correo.
        </p>
      )}
      <ListRows
        query={{ data: data?.rows, error, refetch }}
        code="load_audit"
        Icon={ScrollText}
        empty={
          isFiltered
            ? 'No se encontraron líneas con los filtros aplicados.'
            : 'Todavía no hay líneas en la bitácora.'
        }
        skeleton={<SkeletonTable columns={4} rows={8} />}
      >
        {(rows) => <AuditTable rows={rows} />}
      </ListRows>
    </Panel>
  )
}
