import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { usualShare } from '#domain/study-share.ts'
import { AppError } from '#web/backend/errors.ts'
import { mayBeStored } from '#web/backend/insert-once.ts'
import { useOneRun } from '#web/hooks/use-one-run.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { createShare, shareKeys } from '#web/queries/shares.ts'
import { removeStudyFile, type StudyWithPeople } from '#web/queries/studies.ts'
import { useProfile } from '#web/session/session.ts'
import { type CopyProgress, copyWithoutIdentity } from './copy-without-identity.ts'
import { type FreshShare, keepFresh } from './fresh-shares.ts'

export type ShareForm = { label: string; days: number; uses: number; hidden: boolean }

export type MakeShare = ReturnType<typeof useMakeShare>

/** Whether a copy may be shared whose pictures show a name, or may. */
export type Question = { burnedIn: 'yes' | 'possible'; answer: (yes: boolean) => void }

const blank: ShareForm = { label: '', ...usualShare, hidden: false }

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
  const [form, setForm] = useState(blank)
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
  const rowId = useRowId()
  const takeBackCopy = () => {
    if (copy.current) removeStudyFile(copy.current).catch(() => {})
    copy.current = null
  }

  const makeOnce = useOneRun(async () => {
    stop.current = new AbortController()
    copy.current ??= form.hidden
      ? await copyWithoutIdentity(study, {
          onProgress: setProgress,
          confirm: ask,
          signal: stop.current.signal,
        })
      : null
    const copyPath = form.hidden ? copy.current : null
    try {
      const { days, uses, label } = form
      const share = { studyId: study.id, label: label.trim(), days, uses, copyPath }
      return await createShare({ id: rowId.idFor(share), ...share })
    } catch (failure) {
      if (!mayBeStored(failure)) takeBackCopy()
      throw failure
    }
  })
  const make = useMutation({
    mutationFn: () => makeOnce(undefined),
    onSuccess: (secrets) => {
      rowId.forget()
      copy.current = null
      const share = freshOf(study, secrets, form)
      keepFresh(share, me.id)
      setForm(blank)
      onMade(share)
    },
    onError: (error) => {
      // Whoever stops it knows.
      if (error instanceof AppError && error.reason === 'cancelled') return
      toastError(error, 'share_study')
    },
    onSettled: () => {
      setProgress(null)
      void client.invalidateQueries({ queryKey: shareKeys.of(study.id) })
    },
  })

  return {
    form,
    /** Only doctors may make copies without identity: they go into the patient's folder, where only the clinic writes. */
    mayHide: me.role === 'doctor',
    set: (change: Partial<ShareForm>) => setForm((before) => ({ ...before, ...change })),
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!make.isPending) make.mutate()
    },
    busy: make.isPending,
    progress,
    doing: progress ? `${steps[progress.step]} ${Math.round(progress.part * 100)} %` : 'Creando enlace...',
    question,
    dirty: form.label.trim() !== '' && !make.isPending,
    cancel: () => stop.current?.abort(),
    reset: () => {
      setForm(blank)
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
    patient: hidden ? null : (study.patient?.full_name ?? study.patient_name),
  }
}
