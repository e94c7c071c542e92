import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { studyDraftErrors, studyDraftProblem } from '#domain/study.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import type { ChosenFile } from '#web/imaging/sending/chosen.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { type IdFor, useForm } from '#web/parts/forms/use-form.ts'
import { deliverStudy, openOrdersQuery, setSharing } from '#web/queries/receivers.ts'
import { createStudy } from '#web/queries/studies.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import { chosenOrder } from './deliver-to.tsx'
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
  /** Whether it gets a report; null while nobody said: the database follows its type. */
  report_needed: boolean | null
  /** The dentist's order that it answers, '' for none; null while nobody said. */
  order: string | null
}

export type AddStudy = ReturnType<typeof useAddStudy>

const blank: StudyForm = {
  patient: null,
  study_type: '',
  study_date: null,
  comments: '',
  link: '',
  files: null,
  report_needed: null,
  order: null,
}

/** State and saving of the add-study form; the date defaults to the clinic's today (docs/product/studies.md). */
export function useAddStudy({ patientId, onDone }: { patientId: string | null; onDone: () => void }) {
  const me = useProfile()
  const today = useClinicToday()
  const client = useQueryClient()
  const sending = useStudySending(today)
  const picksPatient = patientId === null
  const patientOf = ({ patient }: StudyForm) => patientId ?? patient?.id ?? ''
  const draftOf = (typed: StudyForm) => ({
    patientId: patientOf(typed),
    studyType: typed.study_type,
    link: typed.link,
    hasFile: typed.files !== null,
    day: typed.study_date ?? today,
  })
  const problemsOf = (typed: StudyForm) => studyDraftErrors(draftOf(typed), { picksPatient, today })

  /** The study is stored by then: what fails is said, and can be done from 'Compartir'. */
  async function deliver(id: string, order: string | null) {
    const chosen = chosenOrder(orders, order)
    const [only] = orders
    try {
      if (chosen) await deliverStudy(id, chosen.dentist_id, chosen.order_id)
      else if (order === '' && only && orders.length === 1) await setSharing(only.dentist_id, id, false)
    } catch (error) {
      toastError(error, 'deliver_study')
    }
  }

  const save = useMutation({
    mutationFn: async ({ typed, idFor }: { typed: StudyForm; idFor: IdFor }) => {
      const create = async (file: { file_url: string; file_name: string | null }) => {
        const study = {
          patient_id: patientOf(typed),
          doctor_id: me.id,
          study_type: typed.study_type,
          study_date: typed.study_date ?? today,
          comments: typed.comments.trim() || null,
          ...(typed.report_needed !== null && { report_needed: typed.report_needed }),
          ...file,
        }
        const id = idFor(study)
        await createStudy({ id, ...study })
        await deliver(id, typed.order)
        return id
      }
      if (!typed.files) return create({ file_url: typed.link.trim(), file_name: null })
      const stored = await sending.send(patientOf(typed), typed.files)
      try {
        return await create(stored)
      } catch (failure) {
        await sending.failed(failure)
        throw failure
      }
    },
    onSuccess: (id, { typed }) => {
      sending.done(id, typed.files)
      form.restart()
      toast(notices.studyAdded)
      onDone()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: studyKeys.all }),
  })

  const form = useForm({
    start: blank,
    check: problemsOf,
    send: (typed, idFor) => save.mutateAsync({ typed, idFor }),
    code: 'add_study',
    refused: () => {
      const problems = Object.values(problemsOf(form.values))
      const description =
        studyDraftProblem(draftOf(form.values), { picksPatient }) ??
        problems.find((problem) => problem !== null)
      toast({ title: 'Error', description, variant: 'destructive' })
    },
  })

  const asked = patientOf(form.values)
  const { data: orders = [] } = useQuery({
    ...openOrdersQuery(asked, form.values.study_type),
    enabled: asked !== '' && form.values.study_type !== '',
  })

  return {
    ...form,
    orders,
    today,
    day: form.values.study_date ?? today,
    reset: () => {
      form.restart()
      sending.leave()
    },
    patientId: patientOf(form.values),
    sending,
  }
}
