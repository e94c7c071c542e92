import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Inbox, Scan, UserCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { countHeld } from '#domain/agenda.ts'
import { closedWords, isLate, isOpenAppointment } from '#domain/appointment-day.ts'
import { formatTime } from '#domain/slots.ts'
import type { Page } from '#web/backend/client.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { clinicMoment, useClinicNow, useClinicZone } from '#web/hooks/clock.ts'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLateArrivals } from '#web/hooks/use-late-arrivals.ts'
import { DaySkeleton } from '#web/parts/appointments/day-skeleton.tsx'
import { PatientChanges } from '#web/parts/appointments/patient-changes.tsx'
import type { Read } from '#web/parts/lists/loaded.tsx'
import { UrgentChip } from '#web/parts/orders/urgent-chip.tsx'
import { StudySquare } from '#web/parts/studies/study-square.tsx'
import { useMissingPictures } from '#web/parts/studies/use-missing-pictures.ts'
import { patientChangesQuery } from '#web/queries/appointment-events.ts'
import { type AppointmentWithPeople, patientOf } from '#web/queries/appointments.ts'
import type { BookedRequest } from '#web/queries/requests.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { MetricTile } from '#web/ui/tile.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { nextOf, previewOf } from './day-plan.ts'
import { Row } from './row.tsx'
import { TodayDialog, type TodayList, TodayPanel } from './today-list.tsx'
import { useDoctorDay } from './use-doctor-day.ts'

/** How large the picture of a study is. */
const square = 'size-16'

/**
 * A doctor's day: four numbers, and the lists behind them (docs/product/dashboard.md).
 * `answer` and `open` act on a request and a study; they belong to other features.
 */
export function DoctorHome({
  answer,
  open,
}: {
  answer: (request: StudyRequest) => ReactNode
  open: (study: StudyWithPeople) => ReactNode
}) {
  const me = useProfile()
  const zone = useClinicZone()
  const now = useClinicNow()
  const day = useDoctorDay()
  const changes = useQuery(patientChangesQuery(me.id))
  const late = useLateArrivals()
  // What stands above the day would push it away.
  const isSettled = !isOnItsWay(changes) && !isOnItsWay(late)
  useMissingPictures(day.studies.data?.rows)
  const isPhone = useMedia('(width < 40rem)')
  const [opened, setOpened] = useState<'appointments' | 'attended' | 'requests' | 'studies' | null>(null)
  const close = () => setOpened(null)
  const next = nextOf(day.appointments.data ?? [], now.time)

  const appointments: TodayList<AppointmentWithPeople> = {
    title: 'Citas para Hoy',
    query: read(day.appointments),
    code: 'load_today_appointments',
    Icon: CalendarDays,
    empty: 'No tienes citas programadas para hoy.',
    row: (appointment) => (
      <AppointmentRow
        appointment={appointment}
        isNext={appointment.id === next?.id}
        isLate={isLate(appointment, now)}
      />
    ),
    closed: { has: (appointment) => !isOpenAppointment(appointment), words: closedWords },
  }
  const attended: TodayList<AppointmentWithPeople> = {
    title: 'Pacientes Atendidos Hoy',
    query: read(day.attended),
    code: 'load_attended_patients',
    Icon: UserCheck,
    empty: 'No has atendido pacientes hoy.',
    row: (appointment) => (
      <Row
        name={patientOf(appointment)}
        patientId={appointment.patient?.id}
        about={about(appointment.study_type, formatTime(appointment.appointment_time))}
      />
    ),
  }
  const requests: TodayList<BookedRequest> = {
    title: 'Solicitudes de Hoy',
    query: read(day.requests),
    code: 'load_today_requests',
    Icon: Inbox,
    empty: 'No hay solicitudes pendientes de hoy.',
    row: (request) => (
      <Row
        name={request.patient_name}
        about={
          <>
            {about(request.study_type, clinicMoment(request.created_at, zone).time)}
            {request.orders?.urgent && (
              <span className="mt-1 block">
                <UrgentChip />
              </span>
            )}
          </>
        }
        action={answer(request)}
      />
    ),
  }
  const studies: TodayList<StudyWithPeople> = {
    title: 'Estudios Nuevos Hoy',
    query: read(day.studies),
    code: 'load_studies',
    Icon: Scan,
    empty: 'No has agregado estudios hoy.',
    tile: square,
    row: (study) => (
      <Row
        tile={<StudySquare study={study} link className={cx('rounded-thumb', square)} />}
        name={study.patient_name ?? 'Paciente sin nombre'}
        patientId={study.patient_id ?? undefined}
        about={about(study.study_type, clinicMoment(study.created_at, zone).time)}
        action={open(study)}
      />
    ),
  }
  const { data: ofToday, error: unread } = appointments.query
  const held = ofToday && { total: countHeld(ofToday.rows) }
  const pending = requests.query.data?.total
  const kinds = new Set(studies.query.data?.rows.map((study) => study.study_type)).size

  return (
    <>
      <PatientChanges folded={isPhone} doctorId={me.id} />
      {isSettled ? (
        <>
          <div className="mb-4 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
            <MetricTile
              label="Citas para hoy"
              {...metric(
                { query: { data: held, error: unread } },
                appointmentsFact(ofToday?.rows ?? [], next),
              )}
              icon={<CalendarDays className="size-4.5" />}
              onClick={() => setOpened('appointments')}
            />
            <MetricTile
              label="Pacientes atendidos"
              {...metric(attended, held ? `de ${count(held.total, 'cita', 'citas')}` : '')}
              icon={<UserCheck className="size-4.5" />}
              onClick={() => setOpened('attended')}
            />
            <MetricTile
              label="Solicitudes de hoy"
              {...metric(requests, requestsFact(pending, day.earlier))}
              icon={<Inbox className="size-4.5" />}
              onClick={() => setOpened('requests')}
            />
            <MetricTile
              label="Estudios nuevos"
              {...metric(studies, kinds > 1 ? `${kinds} tipos distintos` : 'Agregados hoy')}
              icon={<Scan className="size-4.5" />}
              onClick={() => setOpened('studies')}
            />
          </div>

          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
            <div className="grid grid-cols-1 min-w-0 gap-4">
              <TodayPanel
                list={appointments}
                preview={(rows, length) => previewOf(rows, length, next ? rows.indexOf(next) : 0)}
                onMore={() => setOpened('appointments')}
              />
              <TodayPanel
                list={studies}
                aside={
                  <Link to={paths.studies} className={buttonStyle('link', 'compact', '-my-1.5')}>
                    Ver estudios
                  </Link>
                }
                onMore={() => setOpened('studies')}
              />
            </div>
            <div className="grid grid-cols-1 min-w-0 gap-4">
              <TodayPanel
                list={requests}
                aside={
                  day.earlier > 0 && (
                    <Link to={paths.pendingRequests} className={buttonStyle('link', 'compact', '-my-1.5')}>
                      {earlierWords(day.earlier)}
                    </Link>
                  )
                }
                onMore={() => setOpened('requests')}
              />
              <TodayPanel list={attended} onMore={() => setOpened('attended')} />
            </div>
          </div>
        </>
      ) : (
        <DaySkeleton />
      )}

      {opened === 'appointments' && <TodayDialog list={appointments} onClose={close} />}
      {opened === 'attended' && <TodayDialog list={attended} onClose={close} />}
      {opened === 'requests' && (
        <TodayDialog
          list={requests}
          onClose={close}
          footer={
            <Link
              to={day.earlier > 0 ? paths.pendingRequests : paths.requests}
              className={buttonStyle('secondary')}
            >
              {day.earlier > 0 ? `Ver ${earlierWords(day.earlier)}` : 'Ver todas las solicitudes'}
            </Link>
          }
        />
      )}
      {opened === 'studies' && <TodayDialog list={studies} onClose={close} />}
    </>
  )
}

/** A list as one page. After a failure without its rows, because old ones may be wrong. */
function read<Row>({ data, error, refetch }: Read<Row[] | Page<Row>>): Read<Page<Row>> {
  const page = Array.isArray(data) ? { rows: data, total: data.length } : data
  return { data: error ? undefined : page, error, refetch }
}

function metric(
  { query: { data, error } }: { query: Pick<Read<{ total: number }>, 'data' | 'error'> },
  fact: string,
) {
  if (data) return { value: data.total, fact }
  return error ? { value: '–', fact: 'No disponible' } : { value: null, fact: '' }
}

function appointmentsFact(
  rows: readonly AppointmentWithPeople[],
  next: AppointmentWithPeople | undefined,
): string {
  if (next) return `Siguiente: ${formatTime(next.appointment_time)}`
  const waiting = rows.filter(isOpenAppointment).length
  return waiting > 0 ? `${waiting} por atender` : 'Ninguna por atender'
}

/** Every pending request, the oldest first. */

const earlierWords = (number: number) => `${number.toLocaleString('es-MX')} de días anteriores`

function requestsFact(today: number | undefined, earlier: number): string {
  if (earlier > 0) return earlierWords(earlier)
  return today === 0 ? 'Ninguna por revisar' : 'Por revisar'
}

function about(studyType: string | null, time: string) {
  return <Dotted parts={[studyType ?? 'Estudio por definir', time]} />
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
