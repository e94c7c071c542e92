import { firstStudyDay, studyTypes } from '#domain/study.ts'
import { DoctorPicker } from '#web/parts/people/doctor-picker.tsx'
import { PatientPicker } from '#web/parts/people/patient-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { ReportNeeded } from './report-needed.tsx'
import { ResumeOffer } from './resume-offer.tsx'
import { StudyFileField } from './study-file-field.tsx'
import type { StudyForm } from './use-study-form.ts'

/** The fields of a study: in the administration only the date is required; of an `own` one the people stay as they are. */
export function StudyFormFields({ form, own }: { form: StudyForm; own: boolean }) {
  const { values, problems, set, busy, today, keptFile } = form
  const known: readonly string[] = studyTypes
  return (
    <fieldset disabled={busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {own ? (
        <p className="wrap-break-word sm:col-span-2">
          <span className="block text-meta text-ink-3">Paciente</span>
          <span className="font-semibold">{values.patient?.full_name ?? 'Sin paciente'}</span>
          <span className="mt-1 block text-meta text-ink-3">
            ¿Es de otro paciente? Elimina este estudio y agrégalo al expediente correcto.
          </span>
        </p>
      ) : (
        <>
          <PatientPicker
            label="Paciente"
            className="sm:col-span-2"
            disabled={busy}
            {...form.field('patient')}
          />
          <DoctorPicker label="Doctor" className="sm:col-span-2" disabled={busy} {...form.field('doctor')} />
        </>
      )}
      <Select
        label="Tipo de Estudio"
        placeholder="Sin especificar"
        options={
          values.study_type === '' || known.includes(values.study_type)
            ? known
            : [values.study_type, ...known]
        }
        {...form.text('study_type')}
      />
      <DateField
        label="Fecha del Estudio"
        required
        today={today}
        min={firstStudyDay}
        max={today}
        disabled={busy}
        {...form.field('study_date')}
      />
      {keptFile !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field border border-line bg-sunken px-4 py-2 sm:col-span-2">
          <p className="min-w-0 flex-1 basis-48 wrap-break-word">
            <span className="block text-meta text-ink-3">Archivo actual</span>
            {keptFile}
          </p>
          <Button size="compact" onClick={() => set({ keepsFile: false })}>
            Quitar archivo
          </Button>
          {problems.file && <FieldError id="archivo-actual-problema">{problems.file}</FieldError>}
        </div>
      )}
      <StudyFileField
        label={keptFile === null ? 'Archivo del Estudio' : 'Reemplazar el archivo'}
        optional
        className="sm:col-span-2"
        files={values.files}
        onChange={(files) => set({ files })}
        disabled={busy}
      />
      <ResumeOffer files={values.files} patientId={values.patient?.id ?? ''} />
      <TextField
        label="Enlace del Estudio"
        optional
        type="url"
        inputMode="url"
        placeholder="https://"
        className="sm:col-span-2"
        {...form.text('link')}
        help="En lugar de un archivo."
      />
      <ReportNeeded form={form} studyId={form.storedId} className="sm:col-span-2" />
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
