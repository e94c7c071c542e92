import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dentistShareDays, reportToShare, type ShareBasis, usualShare } from '#domain/study-share.ts'
import { mayBeStored } from '#web/backend/insert-once.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { type IdFor, useForm } from '#web/parts/forms/use-form.ts'
import { createShare, shareKeys } from '#web/queries/shares.ts'
import { removeStudyFile } from '#web/queries/study-changes.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { type CopyProgress, copyWithoutIdentity } from './copy-without-identity.ts'
import { type FreshShare, keepFresh } from './fresh-shares.ts'

export type ShareForm = {
  label: string
  days: number
  uses: number
  hidden: boolean
  withReport: boolean
  /** Who asked for a link with the report; null until it is said. */
  basis: ShareBasis | null
}

export type MakeShare = ReturnType<typeof useMakeShare>

/** Whether a copy may be shared whose pictures show a name, or may. */
export type Question = { burnedIn: 'yes' | 'possible'; answer: (yes: boolean) => void }

const blank = { label: '', ...usualShare, hidden: false, basis: null }

const steps: Record<CopyProgress['step'], string> = {
  load: 'Leyendo',
  blank: 'Quitando datos',
  send: 'Subiendo',
}

/** Makes a link and holds its state. A failure keeps the input, and leaves no copy without its link. */
export function useMakeShare({
  study,
  onMade,
}: {
  study: StudyWithPeople
  onMade: (share: FreshShare) => void
}) {
  const me = useProfile()
  const client = useQueryClient()
  const [progress, setProgress] = useState<CopyProgress | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const stop = useRef<AbortController | null>(null)

  const ask = (burnedIn: Question['burnedIn']) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(null)
        resolve(yes)
      }
      setQuestion({ burnedIn, answer })
    })

  // A copy whose link may exist although its answer was lost: pressing again uses the same copy.
  const copy = useRef<string | null>(null)
  const takeBackCopy = () => {
    if (copy.current) removeStudyFile(copy.current).catch(() => {})
    copy.current = null
  }

  const isStaff = me.role === 'doctor'
  const report = reportsOn() ? reportToShare(study) : null
  const carries = ({ hidden, withReport }: ShareForm) => report !== null && withReport && !hidden

  const make = async (typed: ShareForm, idFor: IdFor) => {
    const { hidden, days, uses, label, basis } = typed
    stop.current = new AbortController()
    copy.current ??= hidden
      ? await copyWithoutIdentity(study, {
          onProgress: setProgress,
          confirm: ask,
          signal: stop.current.signal,
        })
      : null
    const copyPath = hidden ? copy.current : null
    try {
      const share = {
        ...{ studyId: study.id, label: label.trim(), days, uses, copyPath },
        report: carries(typed) ? { basis: isStaff ? basis : null } : null,
      }
      return await createShare({ id: idFor(share), ...share })
    } catch (failure) {
      if (!mayBeStored(failure)) takeBackCopy()
      throw failure
    }
  }
  const making = useMutation({
    mutationFn: ({ typed, idFor }: { typed: ShareForm; idFor: IdFor }) => make(typed, idFor),
    onSuccess: (secrets, { typed }) => {
      copy.current = null
      const share = freshOf(study, secrets, typed)
      keepFresh(share, me.id)
      form.restart()
      onMade(share)
    },
    onSettled: () => {
      setProgress(null)
      void client.invalidateQueries({ queryKey: shareKeys.of(study.id) })
    },
  })

  const form = useForm({
    // Patients choose it themselves; the clinic's links carry what is signed, and it says who asked.
    start: (): ShareForm => ({ ...blank, withReport: isStaff && Boolean(report?.signed) }),
    check: (typed) => ({
      basis: isStaff && carries(typed) && typed.basis === null ? 'Indica quién pidió compartirlo.' : null,
    }),
    send: (typed, idFor) => making.mutateAsync({ typed, idFor }),
    code: 'share_study',
    failed: (failure) => {
      // Whoever stops it knows.
      if (failure.reason !== 'cancelled') toastError(failure, 'share_study')
    },
  })

  return {
    ...form,
    /** Only doctors may make copies without identity: they go into the patient's folder, where only the clinic writes. */
    mayHide: isStaff,
    /** The report that the link may carry, if there is one to come. */
    report,
    asksBasis: isStaff,
    /** How many days a link may last. */
    longest: me.role === 'dentist' ? dentistShareDays : Number.POSITIVE_INFINITY,
    progress,
    doing: progress ? `${steps[progress.step]} ${Math.round(progress.part * 100)} %` : 'Creando enlace...',
    question,
    /** What was only chosen is soon chosen again. */
    dirty: form.values.label.trim() !== '' && !form.busy,
    cancel: () => stop.current?.abort(),
    reset: () => {
      form.restart()
      takeBackCopy()
    },
  }
}

/** What a link's message and sheet say; `hidden` names nobody. */
export function freshOf(
  study: StudyWithPeople,
  secrets: Pick<FreshShare, 'id' | 'token' | 'pin' | 'expires_at'>,
  { label, hidden }: { label: string | null; hidden: boolean },
): FreshShare {
  return {
    ...secrets,
    label: label?.trim() || null,
    studyType: study.study_type ?? 'Estudio',
    studyDate: study.study_date,
    patient: hidden ? null : study.patient_name,
    patientId: hidden ? null : study.patient_id,
    pictured: hidden ? null : study,
  }
}
