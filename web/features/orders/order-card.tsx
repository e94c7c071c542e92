import {
  CalendarCheck,
  Check,
  Clock,
  Eye,
  FileText,
  type LucideIcon,
  Printer,
  ScanLine,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { dayAndMonth, formatDay } from '#domain/days.ts'
import { deliveryEnds } from '#domain/delivery-end.ts'
import { regionParts } from '#domain/odontogram.ts'
import { type OrderState, orderLook } from '#domain/order-state.ts'
import { formatTime } from '#domain/slots.ts'
import type { OrderLine } from '#web/backend/answers.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { UrgentChip } from '#web/parts/orders/urgent-chip.tsx'
import { EndedChip } from '#web/parts/receivers/ended-chip.tsx'
import { CardPicture } from '#web/parts/studies/card-picture.tsx'
import { PictureTile } from '#web/parts/studies/no-picture.tsx'
import { PicturedFoot, PicturedFrame, picturedFilm, withoutFilm } from '#web/parts/studies/pictured-frame.tsx'
import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import { type MoreAction, MoreActions } from '#web/ui/more-actions.tsx'
import { LinkButton } from './link-button.tsx'

const icons: Record<OrderState, LucideIcon> = {
  pedida: Clock,
  aceptada: Check,
  agendada: CalendarCheck,
  tomada: ScanLine,
  lista: Check,
  vista: Eye,
  cancelada: X,
}

/** One order, or a study that was delivered without one: whose, what, how far, and its images. */
export function OrderCard({ order, onCancel }: { order: OrderLine; onCancel: () => void }) {
  const zone = useClinicZone()
  const navigate = useNavigate()
  const origin = useAsOrigin()
  const { label, tone } = orderLook(order.state)
  const mayCancel = order.order_id !== null && (order.state === 'pedida' || order.state === 'aceptada')
  const { sending_id: sendingId } = order
  const actions: MoreAction[] = [
    ...(sendingId && order.state !== 'pedida'
      ? [{ label: 'Imprimir orden', onPick: () => navigate(paths.order(sendingId), { state: origin }) }]
      : []),
    ...(mayCancel ? [{ label: 'Cancelar orden', tone: 'bad' as const, onPick: onCancel }] : []),
  ]
  const place = regionParts(order)
  return (
    <PicturedFrame picture={<Picture order={order} />}>
      <div>
        <div className="flex items-start gap-x-3.5">
          <h2 className="min-w-0 flex-1 text-panel wrap-break-word">{order.patient_name}</h2>
          {actions.length > 0 && (
            <div className="-my-2 -mr-2.5 shrink-0 pointer-coarse:-my-3">
              <MoreActions of={`${order.study_type} de ${order.patient_name}`} actions={actions} />
            </div>
          )}
        </div>
        <p className="mt-1 text-meta text-ink-3 wrap-break-word tabular-nums">
          <Dotted
            parts={[
              order.study_type,
              order.patient_age === null ? null : `${order.patient_age} años`,
              order.order_id && `Pedida el ${formatDay(clinicMoment(order.sent_at, zone).day)}`,
            ]}
          />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {order.ended ? (
          <EndedChip />
        ) : (
          <Chip tone={tone} Icon={icons[order.state]} className="max-w-full">
            <span className="min-w-0 whitespace-normal">
              {order.state === 'agendada' && order.day
                ? [`${label} ${dayAndMonth(order.day)}`, order.time && formatTime(order.time)]
                    .filter(Boolean)
                    .join(', ')
                : label}
            </span>
          </Chip>
        )}
        {order.urgent && <UrgentChip />}
      </div>
      {order.ended && <p className="text-ink-2">{deliveryEnds[order.ended]}</p>}
      {order.question && <LongText>{order.question}</LongText>}
      <PicturedFoot
        words={
          place.length > 0 && (
            <p className="text-ink-2 tabular-nums wrap-break-word">
              <Dotted parts={place} />
            </p>
          )
        }
        className="flex flex-wrap gap-2 *:max-sm:flex-1"
      >
        <Actions order={order} />
      </PicturedFoot>
    </PicturedFrame>
  )
}

/** The one thing to do next: to open what is there, or to give the patient the choice of the hour. */
function Actions({ order }: { order: OrderLine }): ReactNode {
  const origin = useAsOrigin()
  if (order.study_id && (order.state === 'lista' || order.state === 'vista')) {
    return (
      <>
        <Link to={paths.study(order.study_id)} state={origin} className={buttonStyle('soft', 'compact')}>
          <Eye aria-hidden className="size-4.5" />
          Abrir imágenes
        </Link>
        {order.report && reportsOn() && (
          <Link
            to={paths.reportOf(order.study_id)}
            state={origin}
            className={buttonStyle('secondary', 'compact')}
          >
            <FileText aria-hidden className="size-4.5" />
            Informe
          </Link>
        )}
      </>
    )
  }
  if (order.order_id && order.link) return <LinkButton order={order} />
  if (order.sending_id && order.state === 'pedida') {
    return (
      <Link to={paths.order(order.sending_id)} state={origin} className={buttonStyle('secondary', 'compact')}>
        <Printer aria-hidden className="size-4.5" />
        Imprimir orden
      </Link>
    )
  }
  return null
}

function Picture({ order }: { order: OrderLine }) {
  const study = picturedOf(order)
  if (order.picture && order.study_id) {
    return <CardPicture study={study} className={picturedFilm} withoutClassName={withoutFilm} />
  }
  // The state says that there is nothing to see yet.
  return <PictureTile study={study} className="m-4.5 mr-0 size-12 rounded-small @max-md:hidden" />
}

/** What its picture is drawn from. */
function picturedOf({ order_id, study_id, study_type, picture, sent_at }: OrderLine): PicturedStudy {
  return {
    id: study_id ?? order_id ?? '',
    study_type,
    study_date: sent_at.slice(0, 10),
    file_url: picture?.path ?? null,
    study_previews: picture && {
      kind: picture.kind,
      thumb_path: picture.path,
      thumb_width: picture.width,
      thumb_height: picture.height,
      tint: picture.tint,
      parts: {},
    },
  }
}
