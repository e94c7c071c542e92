import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { studyAttachment, studyDraftProblem } from '#domain/study.ts'
import { studyEditErrors } from '#domain/study-edit.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import type { ChosenFile } from '#web/imaging/sending/chosen.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { type IdFor, useForm } from '#web/parts/forms/use-form.ts'
import { createStudy } from '#web/queries/studies.ts'
import { removeReplacedFile, updateStudy } from '#web/queries/study-changes.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
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
  /** Whether it gets a report; null while nobody said: then it stays, or follows the type of a new one. */
  report_needed: boolean | null
}

export type StudyForm = ReturnType<typeof useStudyForm>

/**
 * State and saving of a study in the administration: a new one, or `study` as it was (docs/product/studies.md). With `own` a doctor
 * corrects an own one, which needs what it needed when it was added.
 */
export function useStudyForm(study: StudyWithPeople | null, onDone: () => void, own = false) {
  const today = useClinicToday()
  const client = useQueryClient()
  const sending = useStudySending(today)
  const attachment = studyAttachment(study?.file_url ?? null)
  const stored = attachment.kind === 'file' ? attachment.path : null

  const save = useMutation({
    mutationFn: async ({ typed, idFor }: { typed: AdminStudyForm; idFor: IdFor }): Promise<string> => {
      const patient_id = typed.patient?.id ?? null
      const store = async (file: { file_url: string | null; file_name: string | null }) => {
        const row = {
          patient_id,
          doctor_id: typed.doctor?.id ?? null,
          study_type: typed.study_type || null,
          study_date: typed.study_date,
          comments: typed.comments.trim() || null,
          ...(typed.report_needed !== null && { report_needed: typed.report_needed }),
          ...file,
        }
        const id = study?.id ?? idFor(row)
        await (study ? updateStudy(id, row) : createStudy({ id, ...row }, 'admin_add_study'))
        return id
      }
      if (!typed.files || !patient_id) {
        const kept = typed.keepsFile ? { file_url: stored, file_name: study?.file_name ?? null } : null
        return store(kept ?? { file_url: typed.link.trim() || null, file_name: null })
      }
      const uploaded = await sending.send(patient_id, typed.files)
      try {
        return await store(uploaded)
      } catch (failure) {
        await sending.failed(failure)
        throw failure
      }
    },
    onSuccess: (id, { typed }) => {
      sending.done(id, typed.files)
      toast(study ? notices.studyUpdated : notices.studyAdded)
      onDone()
      const replaced = stored !== null && (typed.files !== null || !typed.keepsFile)
      // The study is already stored: a file left behind is only worth a warning.
      if (replaced)
        removeReplacedFile(stored).catch((error: unknown) => toastError(error, 'replace_study_file'))
    },
    onSettled: () => void client.invalidateQueries({ queryKey: studyKeys.all }),
  })

  const form = useForm({
    start: () => formOf(study, today),
    check: (typed) =>
      studyEditErrors({
        patientId: typed.patient?.id ?? null,
        study_date: typed.study_date,
        storedDate: study?.study_date ?? null,
        today,
        link: typed.link,
        hasNewFile: typed.files !== null,
        keptFileOf: typed.keepsFile ? (study?.patient_id ?? null) : null,
      }),
    send: (typed, idFor) => save.mutateAsync({ typed, idFor }),
    code: study ? 'update_study' : 'admin_add_study',
  })

  /** What a doctor's own study lacks is only said in a toast. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const lack = own ? ownLack(form.values, study) : null
    if (lack) toast({ title: 'Error', description: lack, variant: 'destructive' })
    else void form.submit(event)
  }

  return {
    ...form,
    submit,
    today,
    /** The study that is changed; null for a new one. */
    storedId: study?.id ?? null,
    /** The name of the file that the study has and keeps. */
    keptFile: form.values.keepsFile ? (study?.file_name ?? 'archivo') : null,
    sending,
  }
}

function ownLack(typed: AdminStudyForm, study: StudyWithPeople | null): string | null {
  const draft = {
    patientId: study?.patient_id ?? '',
    studyType: typed.study_type,
    link: typed.link,
    hasFile: typed.files !== null || typed.keepsFile,
  }
  return studyDraftProblem(draft, { picksPatient: false })
}

function formOf(study: StudyWithPeople | null, today: string): AdminStudyForm {
  const attachment = studyAttachment(study?.file_url ?? null)
  return {
    patient: personOf(study?.patient_id, study?.patient_name),
    doctor: personOf(study?.doctor_id, study?.doctor_name),
    study_type: study?.study_type ?? '',
    study_date: study?.study_date ?? today,
    comments: study?.comments ?? '',
    link: attachment.kind === 'link' ? attachment.url : '',
    files: null,
    keepsFile: attachment.kind === 'file',
    report_needed: null,
  }
}

/** Somebody whom the study names, as pickers know people. */
function personOf(id: string | null | undefined, full_name: string | null | undefined): DoctorPatient | null {
  return id ? { id, full_name: full_name ?? 'Sin nombre', email: '', phone: null, age: null } : null
}
