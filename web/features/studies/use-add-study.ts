import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { studyDraftErrors, studyDraftProblem } from '#domain/study.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import type { ChosenFile } from '#web/imaging/sending/chosen.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { createStudy, studyKeys } from '#web/queries/studies.ts'
import { useProfile } from '#web/session/session.ts'
import { firstWrong } from '#web/ui/first-wrong.ts'
import { toast } from '#web/ui/toast.ts'
import { useStudySending } from './use-study-sending.ts'

export type StudyForm = {
  /** Null until chosen, or when the screen knows the patient. */
  patient: DoctorPatient | null
  study_type: string
  /** yyyy-MM-dd or partly typed; null means today, until a day is chosen. */
  study_date: string | null
  comments: string
  link: string
  files: ChosenFile[] | null
}

export type AddStudy = ReturnType<typeof useAddStudy>

const blank: StudyForm = {
  patient: null,
  study_type: '',
  study_date: null,
  comments: '',
  link: '',
  files: null,
}

/** State and saving of the add-study form; the date defaults to the clinic's today (docs/product/studies.md). */
export function useAddStudy({ patientId, onDone }: { patientId: string | null; onDone: () => void }) {
  const me = useProfile()
  const today = useClinicToday()
  const client = useQueryClient()
  const [form, setForm] = useState(blank)
  // After the first attempt with something missing, the fields say what they need.
  const [asked, setAsked] = useState(false)
  const sending = useStudySending(today)
  const rowId = useRowId()
  const patient_id = patientId ?? form.patient?.id ?? ''
  const study_date = form.study_date ?? today

  const save = useMutation({
    mutationFn: async () => {
      const { files } = form
      const row = {
        patient_id,
        doctor_id: me.id,
        study_type: form.study_type,
        study_date,
        comments: form.comments.trim() || null,
      }
      const create = (file: { file_url: string; file_name: string | null }) => {
        const study = { ...row, ...file }
        return createStudy({ id: rowId.idFor(study), ...study })
      }
      if (!files) return create({ file_url: form.link.trim(), file_name: null })
      const stored = await sending.send(patient_id, files)
      try {
        await create(stored)
      } catch (failure) {
        await sending.failed(stored, failure)
        throw failure
      }
    },
    onSuccess: () => {
      rowId.forget()
      sending.done()
      setAsked(false)
      setForm(blank)
      toast(notices.studyAdded)
      onDone()
    },
    onError: (error) => toastError(error, 'add_study'),
    onSettled: () => void client.invalidateQueries({ queryKey: studyKeys.all }),
  })

  const draft = {
    patientId: patient_id,
    studyType: form.study_type,
    link: form.link,
    hasFile: form.files !== null,
    day: study_date,
  }
  const picksPatient = patientId === null
  const errors = studyDraftErrors(draft, { picksPatient, today })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const problem =
      studyDraftProblem(draft, { picksPatient }) ?? Object.values(errors).find((error) => error !== null)
    if (!problem) return save.mutate()
    flushSync(() => setAsked(true))
    firstWrong(event.currentTarget)?.focus()
    return toast({ title: 'Error', description: problem, variant: 'destructive' })
  }

  return {
    form: { ...form, study_date },
    errors: asked ? errors : null,
    today,
    set: (change: Partial<StudyForm>) => setForm((before) => ({ ...before, ...change })),
    submit,
    saving: save.isPending,
    /** Something was entered that is stored nowhere yet. */
    dirty: Object.values(form).some(Boolean),
    reset: () => {
      setForm(blank)
      setAsked(false)
      rowId.forget()
      sending.leave()
    },
    patientId: patient_id,
    sending,
  }
}
