import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { whoReceivesQuery } from '#web/queries/receivers.ts'

/** On a patient's own study: with which dentists it is shared; nothing for none. */
export function SharedWith({ studyId }: { studyId: string }) {
  const { data = [] } = useQuery(whoReceivesQuery())
  const names = data.flatMap(({ name, studies }) =>
    studies.some(({ id, shared }) => id === studyId && shared) ? [name] : [],
  )
  if (names.length === 0) return null
  return (
    <p className="flex min-w-0 items-start gap-2 text-meta text-ink-2">
      <UserCheck aria-hidden className="mt-px size-4.5 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-break-word">Compartido con {names.join(', ')}</span>
    </p>
  )
}
