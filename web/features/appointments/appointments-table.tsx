import { isLate } from '#domain/appointment-day.ts'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicNow } from '#web/hooks/clock.ts'
import { AppointmentBadges } from '#web/parts/appointments/appointment-badges.tsx'
import { AppointmentStatusControl } from '#web/parts/appointments/appointment-status-control.tsx'
import { useIsOutside } from '#web/parts/appointments/use-is-outside.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { type AppointmentWithPeople, patientOf, type WhoseAppointments } from '#web/queries/appointments.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { RowOpener } from '#web/ui/row-opener.tsx'

/** Appointments for their doctor, who can change the status, or for their patient. */
export function AppointmentsTable({
  as,
  namesDoctor,
  bookedSince,
  rows,
  folded,
  onOpen,
}: {
  as: WhoseAppointments['as']
  /** They are of more than one doctor. */
  namesDoctor: boolean
  /** What was made since then (milliseconds) was booked here: it is tinted and brought into view. */
  bookedSince: number
  rows: readonly AppointmentWithPeople[]
  folded?: DataTableProps<AppointmentWithPeople>['folded']
  onOpen: (appointment: AppointmentWithPeople) => void
}) {
  const isOutside = useIsOutside(as)
  const now = useClinicNow()
  const patient: Column<AppointmentWithPeople> = {
    header: 'Paciente',
    place: 'title',
    cell: (appointment) => (
      <>
        <PatientName id={appointment.patient?.id} name={patientOf(appointment)} />
        <AppointmentBadges
          appointment={appointment}
          isOutside={isOutside(appointment)}
          isLate={isLate(appointment, now)}
          className="mt-0.5 block font-normal"
        />
      </>
    ),
  }
  const details: Column<AppointmentWithPeople> = {
    header: 'Acciones',
    actions: true,
    cell: (appointment) => (
      <RowOpener
        words="Ver detalle"
        // A patient's payments have it so, too.
        variant={as === 'patient' ? 'secondary' : 'ghost'}
        of={`de la cita del ${formatDay(appointment.appointment_date)}`}
        onOpen={() => onOpen(appointment)}
      />
    ),
  }
  const mine = {
    ...moment,
    // As wide without 'Hoy', so that nothing moves when what is done unfolds.
    cell: (appointment: AppointmentWithPeople) => (
      <div className="table:min-w-30">
        <Moment appointment={appointment} today={now.day} />
      </div>
    ),
  }
  const columns =
    as === 'doctor'
      ? [patient, ...(namesDoctor ? [doctor] : []), moment, study, status]
      : [studyTitle, mine, doctor, chip]
  return (
    <DataTable
      label="Citas"
      columns={[...columns, details]}
      rows={rows}
      folded={folded}
      rowKey={({ id }) => id}
      isNew={({ created_at }) => Date.parse(created_at) >= bookedSince}
    />
  )
}

const studyOf = (appointment: AppointmentWithPeople) => appointment.study_type ?? 'Por definir'

function Moment({
  appointment: { appointment_date, appointment_time },
  today,
}: {
  appointment: AppointmentWithPeople
  /** What is on this day says so. */
  today?: string
}) {
  return (
    <>
      <span className="whitespace-nowrap tabular-nums after:content-[','] table:block table:after:hidden">
        {appointment_date === today && <b className="font-semibold text-brand-700">Hoy, </b>}
        {formatDay(appointment_date)}
      </span>{' '}
      <span className="whitespace-nowrap tabular-nums table:block table:text-meta table:text-ink-3">
        {formatTime(appointment_time)}
      </span>
    </>
  )
}

const moment: Column<AppointmentWithPeople> = {
  header: 'Fecha',
  place: 'lead',
  whole: true,
  cell: (appointment) => <Moment appointment={appointment} />,
}
const study: Column<AppointmentWithPeople> = { header: 'Estudio', cell: studyOf }
const status: Column<AppointmentWithPeople> = {
  header: 'Estado',
  whole: true,
  place: 'end',
  cell: (appointment) => <AppointmentStatusControl appointment={appointment} />,
}

const studyTitle: Column<AppointmentWithPeople> = { header: 'Estudio', place: 'title', cell: studyOf }
const doctor: Column<AppointmentWithPeople> = {
  header: 'Doctor',
  cell: (appointment) => appointment.doctor?.full_name ?? appointment.doctor_name ?? 'Sin nombre',
}
const chip: Column<AppointmentWithPeople> = {
  header: 'Estado',
  whole: true,
  place: 'end',
  cell: (appointment) => <StatusChip of="appointment" status={appointment.status} />,
}
