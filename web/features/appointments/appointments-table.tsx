import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { CitaStatus } from '#web/parts/cita-status.tsx'
import { type CitaWithPeople, patientOf, type WhoseCitas } from '#web/queries/citas.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

/** Appointments for their doctor, who can change the status, or for their patient. */
export function AppointmentsTable({
  as,
  namesDoctor,
  rows,
  onOpen,
}: {
  as: WhoseCitas['as']
  /** They are of more than one doctor. */
  namesDoctor: boolean
  rows: readonly CitaWithPeople[]
  onOpen: (cita: CitaWithPeople) => void
}) {
  const details: Column<CitaWithPeople> = {
    header: 'Acciones',
    actions: true,
    cell: (cita) => (
      <Button size="compact" variant="ghost" onClick={() => onOpen(cita)}>
        Ver detalle
        <span className="sr-only"> de la cita del {formatDay(cita.appointment_date)}</span>
      </Button>
    ),
  }
  const columns =
    as === 'doctor'
      ? [patient, ...(namesDoctor ? [doctor] : []), moment, study, status]
      : [studyTitle, moment, doctor, chip]
  return <DataTable label="Citas" columns={[...columns, details]} rows={rows} rowKey={({ id }) => id} />
}

const studyOf = (cita: CitaWithPeople) => cita.study_type ?? 'Por definir'

const moment: Column<CitaWithPeople> = {
  header: 'Fecha',
  whole: true,
  cell: ({ appointment_date, appointment_time }) => (
    <>
      <span className="block whitespace-nowrap tabular-nums">{formatDay(appointment_date)}</span>
      <span className="block text-meta whitespace-nowrap text-ink-3 tabular-nums">
        {formatTime(appointment_time)}
      </span>
    </>
  ),
}

const patient: Column<CitaWithPeople> = { header: 'Paciente', title: true, cell: patientOf }
const study: Column<CitaWithPeople> = { header: 'Estudio', cell: studyOf }
const status: Column<CitaWithPeople> = {
  header: 'Estado',
  whole: true,
  cell: (cita) => <CitaStatus cita={cita} />,
}

const studyTitle: Column<CitaWithPeople> = { header: 'Estudio', title: true, cell: studyOf }
const doctor: Column<CitaWithPeople> = {
  header: 'Doctor',
  cell: (cita) => cita.doctor?.full_name ?? cita.doctor_name ?? 'Sin nombre',
}
const chip: Column<CitaWithPeople> = {
  header: 'Estado',
  whole: true,
  cell: (cita) => <StatusChip of="appointment" status={cita.status} />,
}
