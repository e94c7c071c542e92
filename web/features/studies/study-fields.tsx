import { firstStudyDay, studyTypes } from '#domain/study.ts'
import { PatientPicker } from '#web/parts/patient-picker.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { ResumeOffer } from './resume-offer.tsx'
import { StudyFileField } from './study-file-field.tsx'
import type { AddStudy } from './use-add-study.ts'

/** The fields of a new study; a link or a file, whichever the clinic has. */
export function StudyFields({
  form: { form, errors, set, saving, today, patientId },
  picksPatient,
}: {
  form: AddStudy
  picksPatient: boolean
}) {
  return (
    <fieldset disabled={saving} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {picksPatient && (
        <PatientPicker
          label="Paciente"
          required
          className="sm:col-span-2"
          value={form.patient}
          problem={errors?.patient}
          onChange={(patient) => set({ patient })}
        />
      )}
      <Select
        label="Tipo de Estudio"
        required
        placeholder="Selecciona un estudio"
        options={studyTypes}
        value={form.study_type}
        error={errors?.studyType}
        onChange={(event) => set({ study_type: event.target.value })}
      />
      <DateField
        label="Fecha del Estudio"
        value={form.study_date}
        today={today}
        min={firstStudyDay}
        max={today}
        error={errors?.day}
        onChange={(study_date) => set({ study_date })}
        disabled={saving}
      />
      <TextField
        label="Enlace del Estudio"
        type="url"
        inputMode="url"
        placeholder="https://"
        className="sm:col-span-2"
        value={form.link}
        error={errors?.link}
        onChange={(event) => set({ link: event.target.value })}
        help="Pega un enlace o sube un archivo."
      />
      <StudyFileField
        label="Archivo del Estudio"
        className="sm:col-span-2"
        files={form.files}
        onChange={(files) => set({ files })}
        disabled={saving}
      />
      <ResumeOffer files={form.files} patientId={patientId} />
      <TextArea
        label="Comentarios"
        optional
        rows={3}
        maxLength={5000}
        className="sm:col-span-2"
        value={form.comments}
        onChange={(event) => set({ comments: event.target.value })}
      />
    </fieldset>
  )
}
