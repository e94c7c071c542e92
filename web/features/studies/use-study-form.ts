import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { studyAttachment, studyDraftProblem } from '#domain/study.ts'
import { type StudyEditErrors, studyEditErrors } from '#domain/study-edit.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import type { ChosenFile } from '#web/imaging/sending/chosen.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { createStudy, type StudyWithPeople, studyKeys } from '#web/queries/studies.ts'
import { removeReplacedFile, updateStudy } from '#web/queries/study-changes.ts'
import { toast } from '#web/ui/toast.ts'
import { useStudySending } from './use-study-sending.ts'

export type AdminStudyForm = {
  patient: DoctorPatient | null
  doctor: DoctorPatient | null
  study_type: string
  /** yyyy-MM-dd, or what was typed instead. */
  study_date: string
  comments: string
  link: string
  files: ChosenFile[] | null
  /** The study still has the file that it had. */
  keepsFile: boolean
}

export type StudyForm = ReturnType<typeof useStudyForm>

/**
 * State and saving of a study in the administration: a new one, or `study` as it was (docs/product/studies.md). With `own` a doctor
 * corrects an own one, which needs what it needed when it was added.
 */
export function useStudyForm(study: StudyWithPeople | null, onDone: () => void, own = false) {
  const today = useClinicToday()
  const client = useQueryClient()
  const [start] = useState(() => formOf(study, today))
  const [form, setForm] = useState(start)
  const [errors, setErrors] = useState<StudyEditErrors>({})
  const sending = useStudySending(today)
  const rowId = useRowId()
  const attachment = studyAttachment(study?.file_url ?? null)
  const stored = attachment.kind === 'file' ? attachment.path : null

  const save = useMutation({
    mutationFn: async (): Promise<void> => {
      const patient_id = form.patient?.id ?? null
      const store = (file: { file_url: string | null; file_name: string | null }) => {
        const row = {
          patient_id,
          doctor_id: form.doctor?.id ?? null,
          study_type: form.study_type || null,
          study_date: form.study_date,
          comments: form.comments.trim() || null,
          ...file,
        }
        return study
          ? updateStudy(study.id, row)
          : createStudy({ id: rowId.idFor(row), ...row }, 'admin_add_study')
      }
      if (!form.files || !patient_id) {
        const kept = form.keepsFile ? { file_url: stored, file_name: study?.file_name ?? null } : null
        return store(kept ?? { file_url: form.link.trim() || null, file_name: null })
      }
      const uploaded = await sending.send(patient_id, form.files)
      try {
        await store(uploaded)
      } catch (failure) {
        await sending.failed(uploaded, failure)
        throw failure
      }
    },
    onSuccess: () => {
      sending.done()
      toast(study ? notices.studyUpdated : notices.studyAdded)
      onDone()
      const replaced = stored !== null && (form.files !== null || !form.keepsFile)
      // The study is already stored: a file left behind is only worth a warning.
      if (replaced)
        removeReplacedFile(stored).catch((error: unknown) => toastError(error, 'replace_study_file'))
    },
    onError: (error) => toastError(error, study ? 'update_study' : 'admin_add_study'),
    onSettled: () => void client.invalidateQueries({ queryKey: studyKeys.all }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const lack = own ? ownLack() : null
    if (lack) return toast({ title: 'Error', description: lack, variant: 'destructive' })
    const problems = studyEditErrors({
      patientId: form.patient?.id ?? null,
      study_date: form.study_date,
      storedDate: study?.study_date ?? null,
      today,
      link: form.link,
      hasNewFile: form.files !== null,
      keptFileOf: form.keepsFile ? (study?.patient_id ?? null) : null,
    })
    flushSync(() => setErrors(problems))
    if (Object.keys(problems).length === 0) return save.mutate()
    // The first field with an error, wherever the dialog is scrolled.
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  function ownLack(): string | null {
    const draft = {
      patientId: study?.patient_id ?? '',
      studyType: form.study_type,
      link: form.link,
      hasFile: form.files !== null || form.keepsFile,
    }
    return studyDraftProblem(draft, { picksPatient: false })
  }

  return {
    form,
    errors,
    today,
    /** The name of the file that the study has and keeps. */
    keptFile: form.keepsFile ? (study?.file_name ?? 'archivo') : null,
    set: (change: Partial<AdminStudyForm>) => setForm((before) => ({ ...before, ...change })),
    submit,
    saving: save.isPending,
    dirty: keysOf(start).some((key) => form[key] !== start[key]),
    sending,
  }
}

function formOf(study: StudyWithPeople | null, today: string): AdminStudyForm {
  const attachment = studyAttachment(study?.file_url ?? null)
  return {
    patient: personOf(study?.patient_id, study?.patient?.full_name ?? study?.patient_name),
    doctor: personOf(study?.doctor_id, study?.doctor?.full_name ?? study?.doctor_name),
    study_type: study?.study_type ?? '',
    study_date: study?.study_date ?? today,
    comments: study?.comments ?? '',
    link: attachment.kind === 'link' ? attachment.url : '',
    files: null,
    keepsFile: attachment.kind === 'file',
  }
}

/** Somebody whom the study names, as pickers know people. */
function personOf(id: string | null | undefined, full_name: string | null | undefined): DoctorPatient | null {
  return id ? { id, full_name: full_name ?? 'Sin nombre', email: '', phone: null, age: null } : null
}

function keysOf(form: AdminStudyForm): (keyof AdminStudyForm)[] {
  return Object.keys(form).filter((key): key is keyof AdminStudyForm => key in form)
}
