import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import {
  deliverStudy,
  dentistsQuery,
  receiverKeys,
  studyReceiversQuery,
  whoReceivesQuery,
} from '#web/queries/receivers.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toastError } from '../feedback/toast-error.ts'
import { EndedChip } from './ended-chip.tsx'
import { SharingButton } from './sharing-button.tsx'

/** Which dentists receive a study, for its patient and the clinic; the clinic may add one. A dentist sees nothing of it. */
export function StudyReceivers({ studyId }: { studyId: string }): ReactNode {
  const { role } = useProfile()
  const client = useQueryClient()
  useLive('study_recipients', role === 'dentist' ? null : `study_id=eq.${studyId}`, () => {
    void client.invalidateQueries({ queryKey: receiverKeys.all })
  })
  if (role === 'dentist') return null
  return role === 'doctor' ? <OfClinic studyId={studyId} /> : <OfPatient studyId={studyId} />
}

function OfPatient({ studyId }: { studyId: string }) {
  const { data = [] } = useQuery(whoReceivesQuery())
  const rows = data.flatMap(({ dentist_id, name, studies }) => {
    const study = studies.find(({ id }) => id === studyId)
    return study ? [{ dentist_id, name, shared: study.shared, note: null }] : []
  })
  return rows.length > 0 && <Receivers studyId={studyId} rows={rows} />
}

function OfClinic({ studyId }: { studyId: string }) {
  const zone = useClinicZone()
  const day = (instant: string) => formatDay(clinicMoment(instant, zone).day)
  const { data = [] } = useQuery(studyReceiversQuery(studyId))
  const { data: dentists = [] } = useQuery(dentistsQuery())
  const others = dentists.filter(({ id, active }) => active && !data.some((row) => row.dentist_id === id))
  if (data.length === 0 && others.length === 0) return null
  const rows = data.map(({ dentist_id, name, ended_at, seen_at, until }) => ({
    dentist_id,
    name,
    shared: ended_at === null,
    note: ended_at
      ? `Terminó el ${day(ended_at)}`
      : seen_at
        ? `Vista el ${day(seen_at)}`
        : `Sin abrir, hasta el ${day(until)}`,
  }))
  return (
    <Receivers studyId={studyId} rows={rows}>
      {others.length > 0 && <Add studyId={studyId} dentists={others} />}
    </Receivers>
  )
}

function Receivers({
  studyId,
  rows,
  children,
}: {
  studyId: string
  rows: readonly { dentist_id: string; name: string; shared: boolean; note: string | null }[]
  children?: ReactNode
}) {
  return (
    <section aria-label="Dentistas" className="mt-6 border-t border-line pt-5">
      <h3 className="text-panel">Dentistas</h3>
      {rows.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {rows.map(({ dentist_id, name, shared, note }) => (
            <li key={dentist_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                  <p className="min-w-0 font-semibold wrap-break-word">{name}</p>
                  {!shared && <EndedChip />}
                </div>
                {note && <p className="text-meta text-ink-3 tabular-nums">{note}</p>}
              </div>
              <SharingButton dentistId={dentist_id} name={name} studyId={studyId} shared={shared} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

/** 'Entregar también a…' */
function Add({
  studyId,
  dentists,
}: {
  studyId: string
  dentists: readonly { id: string; full_name: string; practice: string }[]
}) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState('')
  const add = useMutation({
    mutationFn: () => deliverStudy(studyId, chosen),
    onSuccess: () => setChosen(''),
    onError: (error) => toastError(error, 'deliver_study'),
    onSettled: () => client.invalidateQueries({ queryKey: studyKeys.all }),
  })
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <Select
        label="Entregar también a…"
        placeholder="Elige un dentista"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={dentists.map(({ id, full_name, practice }) => ({
          value: id,
          label: `${full_name}, ${practice}`,
        }))}
        className="min-w-0 flex-1 basis-52"
      />
      <Button
        disabled={chosen === ''}
        busy={add.isPending}
        busyLabel="Entregando..."
        onClick={() => add.mutate()}
      >
        Entregar
      </Button>
    </div>
  )
}
