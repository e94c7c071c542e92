import { useQuery } from '@tanstack/react-query'
import { assignmentErrors } from '#domain/arrival.ts'
import { dayInZone } from '#domain/days.ts'
import { dotted } from '#domain/dotted.ts'
import { formatTime } from '#domain/slots.ts'
import { filedType, studyTypes } from '#domain/study.ts'
import type { Arrival, DoctorPatient } from '#web/backend/answers.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { DoctorPicker } from '#web/parts/people/doctor-picker.tsx'
import { PatientPicker } from '#web/parts/people/patient-picker.tsx'
import { type AppointmentWithPeople, appointmentsQuery } from '#web/queries/appointments.ts'
import { useProfile } from '#web/session/session.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { amountParts, machineParts, saidName } from './arrival-words.ts'
import { useAssign } from './use-assign.tsx'

/** What is known of whose an arrival becomes when the dialog opens. */
export type AssignStart = {
  patient: DoctorPatient | null
  doctor: DoctorPatient | null
  study_type: string
  cita: string
}

/** 'Buscar paciente': whose it is, and what kind of study; of administrators also whose doctor's. */
export function AssignDialog({
  arrival,
  start,
  onClose,
}: {
  arrival: Arrival
  start: AssignStart
  onClose: () => void
}) {
  const me = useProfile()
  const zone = useClinicZone()
  const assign = useAssign()
  const form = useForm({
    start,
    check: (typed) => assignmentErrors({ ...typed, asksDoctor: me.is_admin }),
    send: async ({ patient, doctor, study_type, cita }) => {
      if (!patient) return
      const doctor_id = me.is_admin ? (doctor?.id ?? '') : me.id
      const to = { patient_id: patient.id, doctor_id, study_type, cita_id: cita || null }
      await assign.mutateAsync({ arrival, to, name: patient.full_name })
      onClose()
    },
    code: 'assign_arrival',
  })
  const { patient, cita } = form.values
  const citas = useCitas(patient?.id ?? null, dayInZone(new Date(arrival.received_at), zone))
  const choose = (id: string) => {
    const chosen = citas.find((one) => one.id === id)
    const { study_type, doctor_id, doctor } = chosen ?? {}
    form.set({
      cita: id,
      ...(study_type && { study_type: filedType(study_type) }),
      ...(doctor_id && { doctor: person(doctor_id, doctor?.full_name ?? chosen?.doctor_name ?? null) }),
    })
  }
  const known: readonly string[] = studyTypes
  const { study_type } = form.values
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={arrival.state === 'discarded' ? 'Recuperar estudio' : 'Asignar estudio'}
      description={
        <Dotted parts={[saidName(arrival), ...machineParts(arrival, zone), ...amountParts(arrival)]} />
      }
      action="Asignar"
      actionBusy="Asignando..."
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5">
        <PatientPicker
          label="Paciente"
          required
          disabled={form.busy}
          {...form.field('patient')}
          onChange={(chosen) => form.set({ patient: chosen, cita: '' })}
        />
        {citas.length > 0 && (
          <Select
            label="Cita de ese día"
            optional
            placeholder="Ninguna"
            options={citas.map((one) => ({ value: one.id, label: citaWords(one) }))}
            value={cita}
            onChange={({ target }) => choose(target.value)}
          />
        )}
        <Select
          label="Tipo de Estudio"
          required
          placeholder="Selecciona un estudio"
          options={study_type === '' || known.includes(study_type) ? known : [study_type, ...known]}
          {...form.text('study_type')}
        />
        {me.is_admin && (
          <DoctorPicker label="Doctor" required disabled={form.busy} {...form.field('doctor')} />
        )}
      </fieldset>
    </FormDialog>
  )
}

/** As a picker holds somebody of whom only the name is known. */
export function person(id: string, name: string | null): DoctorPatient {
  return { id, full_name: name ?? 'Sin nombre', email: '', phone: null, age: null }
}

const missed: readonly string[] = ['cancelada', 'no_asistio']

/** A patient's appointments of a day that took place. */
function useCitas(patientId: string | null, day: string): AppointmentWithPeople[] {
  const { data } = useQuery({
    ...appointmentsQuery(
      { as: 'patient', id: patientId ?? '' },
      { day, order: 'oldest', page: 1, pageSize: 10 },
    ),
    enabled: patientId !== null,
    placeholderData: undefined,
  })
  return patientId === null ? [] : (data?.rows ?? []).filter(({ status }) => !missed.includes(status))
}

function citaWords({ appointment_time, study_type, doctor, doctor_name }: AppointmentWithPeople): string {
  return dotted([
    appointment_time && formatTime(appointment_time),
    study_type ?? 'Estudio por definir',
    doctor?.full_name ?? doctor_name,
  ])
}
