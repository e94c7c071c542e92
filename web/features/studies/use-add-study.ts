import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isDay } from '#domain/days.ts'
import { studyDraftProblem } from '#domain/study.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicToday } from '#web/data/clock.ts'
import type { DoctorPatient } from '#web/data/database.ts'
import { useProfile } from '#web/data/session.ts'
import { createStudy, removeStudyFile, studyKeys, uploadStudyFile } from '#web/data/studies.ts'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

export type StudyForm = {
  /** Null until one is chosen, or when the screen knows whose it is. */
  patient: DoctorPatient | null
  study_type: string
  /** yyyy-MM-dd, or '' for today. */
  study_date: string
  comments: string
  link: string
  file: File | null
}

export type AddStudy = ReturnType<typeof useAddStudy>

const blank: StudyForm = {
  patient: null,
  study_type: '',
  study_date: '',
  comments: '',
  link: '',
  file: null,
}

/** State and saving of the add-study form; the date defaults to the clinic's today (docs/product/studies.md). */
export function useAddStudy({ patientId, onDone }: { patientId: string | null; onDone: () => void }) {
  const me = useProfile()
  const today = useClinicToday()
  const client = useQueryClient()
  const [form, setForm] = useState(blank)
  const [sent, setSent] = useState<number | null>(null)
  const stop = useRef<AbortController | null>(null)
  const patient_id = patientId ?? form.patient?.id ?? ''
  const study_date = form.study_date || today

  const save = useMutation({
    mutationFn: async () => {
      const { file } = form
      const row = {
        patient_id,
        doctor_id: me.id,
        study_type: form.study_type,
        study_date,
        comments: form.comments.trim() || null,
      }
      if (!file) return createStudy({ ...row, file_url: form.link.trim(), file_name: null })
      stop.current = new AbortController()
      const stored = await uploadStudyFile(patient_id, file, {
        onProgress: setSent,
        signal: stop.current.signal,
      })
      try {
        await createStudy({ ...row, ...stored })
      } catch (failure) {
        await removeStudyFile(stored.file_url).catch(() => {})
        throw failure
      }
    },
    onSuccess: () => {
      setForm(blank)
      toast(notices.studyAdded)
      onDone()
    },
    onError: (error) => toastError(error, 'add_study'),
    onSettled: () => {
      setSent(null)
      void client.invalidateQueries({ queryKey: studyKeys.all })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = problemOf()
    if (problem) return toast({ title: 'Error', description: problem, variant: 'destructive' })
    save.mutate()
  }

  function problemOf(): string | null {
    const draft = {
      patientId: patient_id,
      studyType: form.study_type,
      link: form.link,
      hasFile: form.file !== null,
    }
    const problem = studyDraftProblem(draft, { picksPatient: patientId === null })
    if (problem) return problem
    if (form.link.trim() !== '' && form.file) return 'Elige un enlace o un archivo, no los dos.'
    return isDay(study_date) ? null : 'Elige una fecha válida.'
  }

  return {
    form: { ...form, study_date },
    today,
    set: (change: Partial<StudyForm>) => setForm((before) => ({ ...before, ...change })),
    submit,
    saving: save.isPending,
    /** Something was entered that is stored nowhere yet. */
    dirty: Object.values(form).some(Boolean),
    reset: () => setForm(blank),
    cancel: () => stop.current?.abort(),
    progressLabel: sent === null ? 'Guardando...' : `Subiendo ${Math.round(sent * 100)} %`,
  }
}
