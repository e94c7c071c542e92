import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarOff, CalendarPlus, Trash2, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Closure } from '#domain/clinic-hours.ts'
import { closureWhen } from '#domain/closure-words.ts'
import type { AffectedAppointment } from '#web/backend/answers.ts'
import { clinicHoursKeys, type KnownClosure, removeClosure } from '#web/queries/clinic-hours.ts'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '../feedback/toast-error.ts'

const looks = {
  cierre: { word: 'Cierre', tone: 'red', Icon: CalendarOff },
  ausencia: { word: 'Ausencia', tone: 'orange', Icon: UserX },
  apertura: { word: 'Abierto', tone: 'green', Icon: CalendarPlus },
} as const

/** Closures, absences and openings, each with a way to take it back. `nameOf` says whose one is, where that is not clear. */
export function ClosureList({
  closures,
  empty,
  nameOf = () => null,
  onRemoved,
}: {
  closures: readonly KnownClosure[]
  empty: string
  nameOf?: (closure: Closure) => string | null
  onRemoved: (affected: AffectedAppointment[]) => void
}) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<KnownClosure | null>(null)
  const remove = useMutation({
    mutationFn: (id: string) => removeClosure(id),
    onSuccess: (affected) => {
      toast({ title: 'Éxito', description: 'Se quitó de la lista.' })
      setAsked(null)
      onRemoved(affected)
    },
    onError: (error) => toastError(error, 'save_hours'),
    onSettled: () => void client.invalidateQueries({ queryKey: clinicHoursKeys.all }),
  })
  if (closures.length === 0) return <EmptyState icon={<CalendarOff className="size-6" />}>{empty}</EmptyState>
  return (
    <>
      <ul className="divide-y divide-line">
        {closures.map((closure) => {
          const { word, tone, Icon } = looks[closure.kind]
          const when = closureWhen(closure)
          return (
            <li key={closure.id} className="flex items-center justify-between gap-3 px-4.5 py-2.5">
              <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
                <Chip tone={tone} Icon={Icon}>
                  {word}
                </Chip>
                <div className="min-w-0">
                  <p className="font-semibold tabular-nums wrap-break-word">{when}</p>
                  <p className="text-meta text-ink-3 wrap-break-word">
                    <Dotted parts={[nameOf(closure), closure.label]} />
                  </p>
                </div>
              </div>
              <IconButton
                label={`Quitar: ${word}, ${when}`}
                tone="bad"
                icon={<Trash2 aria-hidden className="size-5" />}
                onClick={() => setAsked(closure)}
              />
            </li>
          )
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={`¿Quitar ${looks[asked.kind].word.toLowerCase()} del ${closureWhen(asked)}?`}
          description="Esos días vuelven a su horario de siempre. Ninguna cita cambia."
          confirmLabel="Quitar"
          busyLabel="Quitando..."
          onConfirm={() => (asked.id ? remove.mutateAsync(asked.id).catch(() => {}) : undefined)}
        />
      )}
    </>
  )
}
