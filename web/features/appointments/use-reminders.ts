import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DayReminders, PreparedReminder, Reminder } from '#web/backend/answers.ts'
import { writeQuietly } from '#web/backend/live/live.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { messageKeys, noteOpened, prepareReminders, remindersQuery } from '#web/queries/messages.ts'

/**
 * The reminders of a doctor's day, or with null of all doctors, live. Links are prepared for all at once and kept in memory only;
 * those of another day or doctor are made anew.
 */
export function useReminders(doctor: string | null, day: string) {
  const client = useQueryClient()
  const options = remindersQuery(doctor, day)
  const query = useQuery(options)
  const refresh = () => void client.invalidateQueries({ queryKey: messageKeys.all })
  const live = useLive('citas', doctor === null ? '' : `doctor_id=eq.${doctor}`, refresh)
  useLive('messages', '', refresh)

  const of = `${doctor} ${day}`
  const [known, setKnown] = useState<{ of: string; links: Map<string, PreparedReminder> } | null>(null)
  const links = known?.of === of ? known.links : null
  const prepare = useMutation({
    mutationFn: () =>
      writeQuietly(
        'messages',
        () => prepareReminders(doctor, day),
        (prepared) => prepared.map(({ message_id }) => message_id),
      ),
    onSuccess: (prepared) => setKnown({ of, links: new Map(prepared.map((one) => [one.cita_id, one])) }),
    onError: (failure) => toastError(failure, 'prepare_reminders'),
  })

  /** Shown at once; a failure is told, and the next read says how it is. */
  async function note(id: string, messageId: string, undo: boolean) {
    const whatsapp: Reminder['whatsapp'] = undo
      ? { id: messageId, state: 'pendiente', sent_at: null }
      : { id: messageId, state: 'abierto', sent_at: new Date().toISOString() }
    client.setQueryData(
      options.queryKey,
      (shown: DayReminders | undefined) =>
        shown && { ...shown, rows: shown.rows.map((row) => (row.id === id ? { ...row, whatsapp } : row)) },
    )
    try {
      await writeQuietly(
        'messages',
        () => noteOpened(messageId, undo),
        () => [messageId],
      )
    } catch (failure) {
      toastError(failure, 'note_opened')
      refresh()
    }
  }

  return {
    query,
    live,
    links,
    isPreparing: prepare.isPending,
    prepare: () => prepare.mutate(),
    note,
  }
}
