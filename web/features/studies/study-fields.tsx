import { firstStudyDay, studyTypes } from '#domain/study.ts'
import { PatientPicker } from '#web/parts/people/patient-picker.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { DeliverTo } from './deliver-to.tsx'
import { ReportNeeded } from './report-needed.tsx'
import { ResumeOffer } from './resume-offer.tsx'
import { StudyFileField } from './study-file-field.tsx'
import type { AddStudy } from './use-add-study.ts'

/** The fields of a new study; a link or a file, whichever the clinic has. */
export function StudyFields({ form, picksPatient }: { form: AddStudy; picksPatient: boolean }) {
  const { problems, busy, today } = form
  return (
    <fieldset disabled={busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {picksPatient && (
        <PatientPicker label="Paciente" required className="sm:col-span-2" {...form.field('patient')} />
      )}
      <Select
        label="Tipo de Estudio"
        required
        placeholder="Selecciona un estudio"
        options={studyTypes}
        {...form.text('study_type')}
        error={problems.studyType}
      />
      <DateField
        label="Fecha del Estudio"
        value={form.day}
        today={today}
        min={firstStudyDay}
        max={today}
        error={problems.day}
        onChange={(study_date) => form.set({ study_date })}
        disabled={busy}
      />
      <TextField
        label="Enlace del Estudio"
        type="url"
        inputMode="url"
        placeholder="https://"
        className="sm:col-span-2"
        {...form.text('link')}
        help="Pega un enlace o sube un archivo."
      />
      <StudyFileField
        label="Archivo del Estudio"
        className="sm:col-span-2"
        files={form.values.files}
        onChange={(files) => form.set({ files })}
        disabled={busy}
      />
      <ResumeOffer files={form.values.files} patientId={form.patientId} />
      <ReportNeeded form={form} studyId={null} className="sm:col-span-2" />
      <DeliverTo orders={form.orders} order={form.values.order} onChange={(order) => form.set({ order })} />
      <TextArea
        label="Comentarios"
        optional
        rows={3}
        maxLength={5000}
        className="sm:col-span-2"
        {...form.text('comments')}
      />
    </fieldset>
  )
}
