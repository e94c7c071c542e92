import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { referrerMergesQuery, undoReferrerMerge } from '#web/queries/referrers.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { useReferrerChange } from './use-referrer-change.ts'

/** What was merged by hand, and the way back; nothing while there is none. */
export function Merges() {
  const { data, error, refetch } = useQuery(referrerMergesQuery())
  const { busy, change, list } = useReferrerChange('undo_referrer_merge')
  const zone = useClinicZone()
  if (error && !data) {
    return (
      <Panel title="Nombres unidos">
        <FailedLoad error={error} code="load_referring_doctors" onRetry={refetch} />
      </Panel>
    )
  }
  if (!data || data.length === 0) return null
  return (
    <Panel title="Nombres unidos">
      <ul ref={list} tabIndex={-1} aria-label="Nombres unidos" className="divide-y divide-line outline-none">
        {data.map(({ id, from_name, into_name, merged_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3">
            <p className="min-w-0 flex-1 basis-60 wrap-break-word">
              «{from_name}» cuenta con <b className="font-semibold">{into_name}</b>
            </p>
            <p className="text-meta text-ink-3 tabular-nums">
              Desde el {formatDay(clinicMoment(merged_at, zone).day)}
            </p>
            <Button
              size="compact"
              className="ml-auto"
              icon={<Undo2 aria-hidden className="size-4.5" />}
              aria-label={`Deshacer la unión de ${from_name} con ${into_name}`}
              busy={busy === id}
              busyLabel="Deshaciendo..."
              onClick={() =>
                change(id, async () => {
                  await undoReferrerMerge(id)
                  toast({
                    title: 'Unión deshecha',
                    description: `«${from_name}» vuelve a contar por su cuenta.`,
                  })
                })
              }
            >
              Deshacer
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
