import { useState } from 'react'
import { dayInZone, instantInZone, isDay, timeInZone } from '#domain/days.ts'
import {
  ageOf,
  noIncidents,
  patientSexes,
  reportLabels,
  type ReportText as TextName,
} from '#domain/report.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicToday, useClinicZone } from '#web/hooks/clock.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fieldElement } from './field-element.ts'
import { OfferedPatient } from './offered-patient.tsx'
import { PlainField } from './plain-field.tsx'
import type { Writing } from './writing.ts'

/** What must stand on every report beside its findings: the study, who asked for it and made it, and the patient. */
export function StudyFields({ writing, report }: { writing: Writing; report: ReportRow }) {
  const { content, set, leave, problemAt } = writing
  const { patient_name: patientName } = report
  const plain = (name: TextName) => <PlainField name={name} writing={writing} />
  return (
    <fieldset data-report-stop className="grid gap-4 @md:grid-cols-2">
      <legend className="sr-only">Datos del estudio</legend>
      <div className="@md:col-span-2">
        <PerformedAt writing={writing} />
      </div>
      {plain('requested_by')}
      {plain('study_name')}
      <div className="@md:col-span-2">
        <PlainField name="clinical_question" writing={writing} long />
      </div>
      <div className="grid justify-items-start gap-1.5 *:first:w-full @md:col-span-2">
        <PlainField name="incidents" writing={writing} long />
        {content.incidents === '' && (
          <Button size="compact" variant="soft" onClick={() => set({ incidents: noIncidents })}>
            {noIncidents}
          </Button>
        )}
      </div>
      <div className="@md:col-span-2">{plain('performed_by')}</div>
      <p className="wrap-break-word @md:col-span-2">
        <span className="block text-meta text-ink-3">Paciente</span>
        <span className="font-semibold">{patientName}</span>
      </p>
      <OfferedPatient patientId={report.patient_id} writing={writing} />
      <TextField
        id={fieldElement('patient_age')}
        label={reportLabels.patient_age}
        inputMode="numeric"
        maxLength={3}
        value={content.patient_age ?? ''}
        error={problemAt('patient_age')}
        onChange={({ target }) => {
          if (target.value.trim() === '') set({ patient_age: null })
          else if (ageOf(target.value) !== null) set({ patient_age: ageOf(target.value) })
        }}
        onBlur={leave}
      />
      <Select
        id={fieldElement('patient_sex')}
        label={reportLabels.patient_sex}
        placeholder="Elige"
        options={patientSexes.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }))}
        value={content.patient_sex ?? ''}
        error={problemAt('patient_sex')}
        onChange={({ target }) =>
          set({ patient_sex: patientSexes.find((sex) => sex === target.value) ?? null })
        }
        onBlur={leave}
      />
    </fieldset>
  )
}

type Moment = { day: string; time: string }

/** Day and hour of the study, in the clinic's time. */
function PerformedAt({ writing: { content, set, leave, problemAt } }: { writing: Writing }) {
  const zone = useClinicZone()
  const today = useClinicToday()
  // A day without an hour is no instant yet.
  const [begun, setBegun] = useState<Moment>({ day: '', time: '' })
  const { day, time } = content.performed_at === null ? begun : momentOf(content.performed_at, zone)
  const change = (next: Moment) => {
    setBegun(next)
    set({ performed_at: instantOf(next, zone) })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-2 max-[22rem]:grid-cols-[minmax(0,1fr)_7.5rem]">
      <DateField
        id={fieldElement('performed_at')}
        label="Fecha del estudio"
        value={day}
        today={today}
        max={today}
        error={problemAt('performed_at')}
        onChange={(next) => change({ day: next, time })}
        onBlur={leave}
      />
      <Select
        label="Hora"
        placeholder="Elige"
        options={hoursWith(time).map((value) => ({ value, label: formatTime(value) }))}
        value={time}
        onChange={({ target }) => change({ day, time: target.value })}
        onBlur={leave}
      />
    </div>
  )
}

/** The quarters of a day, 'HH:mm'. */
const quarters = Array.from({ length: 96 }, (_, at) =>
  [Math.floor(at / 4), (at % 4) * 15].map((part) => String(part).padStart(2, '0')).join(':'),
)

/** Every quarter of an hour, and the minute that a file or somebody before said. */
const hoursWith = (time: string) =>
  time === '' || quarters.includes(time) ? quarters : [...quarters, time].sort()

function momentOf(instant: string, zone: string): Moment {
  const date = new Date(instant)
  return { day: dayInZone(date, zone), time: timeInZone(date, zone) }
}

function instantOf({ day, time }: Moment, zone: string): string | null {
  return isDay(day) && /^\d{2}:\d{2}/.test(time)
    ? instantInZone(day, time.slice(0, 5), zone).toISOString()
    : null
}
