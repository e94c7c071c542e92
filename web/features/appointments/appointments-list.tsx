import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { closedWords } from '#domain/appointment-day.ts'
import { PagedList } from '#web/parts/lists/list.tsx'
import { RequestStudy } from '#web/parts/studies/request-study.tsx'
import {
  type AppointmentWithPeople,
  appointmentsQuery,
  closedAppointmentsQuery,
  type WhoseAppointments,
} from '#web/queries/appointments.ts'
import { useProfile } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { isFew } from '#web/ui/filters.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { AppointmentsTable } from './appointments-table.tsx'
import { AppointmentsToolbar } from './appointments-toolbar.tsx'
import { useAppointmentFilters } from './use-appointment-filters.ts'
import { useBookedSince } from './use-booked-since.ts'

const pageSize = 8

const own = {
  proximas: 'No tienes citas próximas.',
  anteriores: 'No tienes citas anteriores.',
  todas: 'Todavía no tienes citas.',
}
const others = {
  proximas: 'No hay citas próximas.',
  anteriores: 'No hay citas anteriores.',
  todas: 'No hay citas.',
}

/** One page of a person's appointments, filtered as the address says. */
export function AppointmentsList({
  whose,
  isBooking,
  onOpen,
}: {
  whose: WhoseAppointments
  /** 'Nueva Cita' is open. */
  isBooking: boolean
  onOpen: (appointment: AppointmentWithPeople) => void
}) {
  const me = useProfile()
  const filters = useAppointmentFilters()
  const bookedSince = useBookedSince(isBooking)
  const { search, status, day, days, order, page } = filters
  // The first page of what lies ahead ends with what of today is done.
  const folds = filters.span === 'proximas' && !search && !status && !day && page === 1
  const closed = useQuery({ ...closedAppointmentsQuery(whose, filters.today), enabled: folds })
  const done = folds && closed.data?.length ? closed.data : undefined
  const query = useQuery(
    appointmentsQuery(whose, { search, status, day, span: day ? null : days, order, page, pageSize }),
  )
  // While they are read as well: what is there would go away again.
  const isNarrowed = Boolean(filters.typed || search || status || day)
  const few = whose.as === 'patient' && isFew(query.data?.total ?? 0, isNarrowed)
  return (
    <>
      <AppointmentsToolbar
        filters={filters}
        few={few}
        search={whose.as === 'doctor' ? 'Buscar por paciente o estudio...' : 'Buscar por doctor o estudio...'}
      />
      <PagedList
        query={query}
        code="load_appointments"
        list={filters}
        pageSize={pageSize}
        noun={['cita', 'citas']}
        Icon={CalendarDays}
        empty={
          search || status || day
            ? 'No se encontraron citas con los filtros aplicados.'
            : (whose.id === me.id ? own : others)[filters.span]
        }
        action={whose.id === me.id && whose.as === 'patient' && <RequestStudy />}
        skeleton={<SkeletonTable columns={5} rows={pageSize} />}
        frame={(rows) => <Card className={cx('overflow-clip', tableRoom.broad)}>{rows}</Card>}
      >
        {(rows) => (
          <AppointmentsTable
            as={whose.as}
            namesDoctor={whose.id === null}
            bookedSince={bookedSince}
            rows={rows}
            folded={done && { words: `Hoy: ${closedWords(done)}`, rows: done }}
            onOpen={onOpen}
          />
        )}
      </PagedList>
    </>
  )
}
