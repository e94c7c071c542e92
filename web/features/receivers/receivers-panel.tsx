import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Share2, UserCheck, UserX } from 'lucide-react'
import { formatDay } from '#domain/days.ts'
import type { ImageReceiver } from '#web/backend/answers.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { EndedChip } from '#web/parts/receivers/ended-chip.tsx'
import { SharingButton } from '#web/parts/receivers/sharing-button.tsx'
import { receiverKeys, whoReceivesQuery } from '#web/queries/receivers.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** 'Quién recibe tus imágenes': each dentist, since when, which studies, and the way to end it (docs/product/referrers.md). */
export function ReceiversPanel() {
  const client = useQueryClient()
  const query = useQuery(whoReceivesQuery())
  useLive('study_recipients', '', () => void client.invalidateQueries({ queryKey: receiverKeys.all }))
  return (
    <Panel title="Quién recibe tus imágenes">
      <Loaded query={query} code="load_receivers" skeleton={<SkeletonRows rows={2} />}>
        {(receivers) =>
          receivers.length === 0 ? (
            <EmptyState icon={<Share2 className="size-6" />}>
              Ningún dentista recibe tus imágenes. Si uno pide un estudio por ti, aquí lo verás y podrás dejar
              de compartirlo.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {receivers.map((receiver) => (
                <li key={receiver.dentist_id} className="p-4.5">
                  <Receiver receiver={receiver} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Receiver({ receiver }: { receiver: ImageReceiver }) {
  const zone = useClinicZone()
  const { dentist_id, name, practice, since, shared, studies, orders } = receiver
  const Icon = shared ? UserCheck : UserX
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="flex min-w-0 items-start gap-2 font-semibold">
            <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-3" />
            <span className="min-w-0 wrap-break-word">{name}</span>
          </p>
          {!shared && <EndedChip />}
        </div>
        <p className="mt-0.5 text-meta text-ink-3 wrap-break-word tabular-nums">
          <Dotted parts={[practice, shared && `Desde el ${formatDay(clinicMoment(since, zone).day)}`]} />
        </p>
        {studies.length > 0 && (
          <ul className="mt-2 grid gap-1 text-meta">
            {studies.map((study) => (
              <li key={study.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 wrap-break-word tabular-nums">
                  <Dotted parts={[study.study_type ?? 'Estudio', formatDay(study.study_date)]} />
                </span>
                {shared && !study.shared && <EndedChip />}
              </li>
            ))}
          </ul>
        )}
        {orders > 0 && (
          <p className="mt-2 text-meta text-ink-2">
            {orders === 1 ? 'Y el estudio que pidió por ti.' : `Y los ${orders} estudios que pidió por ti.`}
          </p>
        )}
      </div>
      <SharingButton dentistId={dentist_id} name={name} studyId={null} shared={shared} />
    </div>
  )
}
