import { Search, Trash2, UserPlus } from 'lucide-react'
import { conflictWords, differentWords, lateWords, proposalReasons } from '#domain/arrival.ts'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { Arrival, ArrivalProposal } from '#web/backend/answers.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { PicturedFrame } from '#web/parts/studies/pictured-frame.tsx'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ArrivalPicture } from './arrival-picture.tsx'
import { amountParts, machineParts, personParts, saidName } from './arrival-words.ts'
import { assignmentOf, useAssign } from './use-assign.tsx'

/** A study that waits: its picture, what the machine said, whose it may be, and what becomes of it. */
export function ArrivalCard({
  arrival,
  onSearch,
  onNew,
  onDiscard,
}: {
  arrival: Arrival
  /** Of a proposal that lacks something, or of nobody yet. */
  onSearch: (proposal: ArrivalProposal | null) => void
  onNew: () => void
  onDiscard: () => void
}) {
  const zone = useClinicZone()
  const late = lateWords(arrival.completed_at, useNow(60_000))
  const assign = useAssign()
  const name = saidName(arrival)
  const person = personParts(arrival).filter(Boolean)
  const different = arrival.said.different?.length ?? 0
  return (
    <PicturedFrame picture={<ArrivalPicture arrival={arrival} />}>
      <div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 text-panel wrap-break-word">{name}</h2>
          {late && <Chip tone="orange">{late}</Chip>}
        </div>
        <div className="mt-1 grid gap-0.5 text-meta text-ink-3 wrap-break-word tabular-nums">
          {person.length > 0 && <Dotted parts={person} />}
          <Dotted parts={machineParts(arrival, zone)} />
          <Dotted parts={amountParts(arrival)} />
        </div>
      </div>
      {arrival.conflict && <Notice tone="bad">{conflictWords(arrival.conflict)}</Notice>}
      {different > 0 && <Notice tone="plain">{differentWords(different)}</Notice>}
      {arrival.proposals.length > 0 && (
        <ul
          aria-label={`De quién puede ser: ${name}`}
          className="divide-y divide-line rounded-field border border-line bg-paper"
        >
          {arrival.proposals.map((proposal, place) => (
            <li key={`${proposal.patient_id} ${proposal.cita_id}`}>
              <Proposal
                {...{ arrival, proposal, assign }}
                likely={place === 0}
                onSearch={() => onSearch(proposal)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex flex-wrap gap-2 @max-md:*:grow @md:justify-end">
        <Button
          size="compact"
          className="@max-md:basis-full"
          icon={<Search aria-hidden className="size-4.5" />}
          disabled={assign.isPending}
          onClick={() => onSearch(null)}
        >
          Buscar paciente
        </Button>
        <Button
          size="compact"
          icon={<UserPlus aria-hidden className="size-4.5" />}
          disabled={assign.isPending}
          onClick={onNew}
        >
          Paciente nuevo
        </Button>
        <Button
          size="compact"
          variant="destructive"
          icon={<Trash2 aria-hidden className="size-4.5" />}
          disabled={assign.isPending}
          onClick={onDiscard}
        >
          Descartar
        </Button>
      </div>
    </PicturedFrame>
  )
}

/** Somebody whose it may be, and why; one press assigns it. */
function Proposal({
  arrival,
  proposal,
  likely,
  assign,
  onSearch,
}: {
  arrival: Arrival
  proposal: ArrivalProposal
  /** The one that most speaks for. */
  likely: boolean
  assign: ReturnType<typeof useAssign>
  onSearch: () => void
}) {
  const me = useProfile()
  const to = assignmentOf(proposal, me)
  const name = proposal.patient_name ?? 'Paciente sin nombre'
  const { day, time, study_type, doctor_id, doctor_name, why } = proposal
  const about = [
    day && `Cita del ${formatDay(day)}${time ? `, ${formatTime(time)}` : ''}`,
    study_type,
    doctor_id !== me.id && doctor_name,
  ].filter(Boolean)
  return (
    <div className="flex items-center gap-x-3 gap-y-2 px-3.5 py-2.5 @max-md:flex-col @max-md:items-stretch">
      <div className="min-w-0 flex-1 wrap-break-word">
        <p className="font-semibold">{name}</p>
        {about.length > 0 && (
          <p className="text-meta text-ink-3 tabular-nums">
            <Dotted parts={about} />
          </p>
        )}
        <p className="text-meta text-ink-2">
          <Dotted parts={why.map((one) => proposalReasons[one])} />
        </p>
      </div>
      <Button
        size="compact"
        variant={likely ? 'primary' : 'soft'}
        busy={assign.isPending && assign.variables.to === to}
        disabled={assign.isPending}
        onClick={() => {
          if (!to) onSearch()
          else
            assign.mutate(
              { arrival, to, name },
              { onError: (failure) => toastError(failure, 'assign_arrival') },
            )
        }}
      >
        Asignar
        <span className="sr-only"> a {name}</span>
      </Button>
    </div>
  )
}
