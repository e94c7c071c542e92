import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'
import { phoneText } from '#domain/phone.ts'
import { AppError } from '#web/backend/errors.ts'
import * as paths from '#web/hooks/paths.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { UnreadSheet } from '#web/parts/paper/unread-sheet.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { practiceQuery } from '#web/queries/orders.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Cards on a page, two abreast. */
const cards = Array.from({ length: 10 }, (_, at) => at)

/** Ten cards with the practice's code on a page, to be cut out and given to patients. */
export function PracticeCardsScreen() {
  const me = useProfile()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(practiceQuery(me.id))
  const { data: clinic } = useQuery(clinicQuery())
  const leave = (
    <Button icon={<ArrowLeft aria-hidden className="size-5" />} onClick={() => navigate(paths.practiceCode)}>
      Volver
    </Button>
  )
  if (data && clinic) {
    const address = location.origin + paths.practiceForm(data.code)
    return (
      <PrintSheet label="Tarjetas" back={leave}>
        <h1 className="sr-only">Tarjetas</h1>
        <ul className="grid grid-cols-1 sm:grid-cols-2 print:grid-cols-2">
          {cards.map((at) => (
            <li
              key={at}
              className="-mt-px -ml-px flex h-[49mm] items-center gap-[4mm] overflow-clip border border-dashed border-line-strong p-[4mm] break-inside-avoid"
            >
              <QrCode
                text={address}
                label={`Código de ${data.practice}`}
                className="size-[22mm] shrink-0 sm:size-[32mm] print:size-[32mm]"
              />
              <div className="min-w-0 text-[9pt]/[1.35]">
                <p className="line-clamp-2 text-[10pt] font-bold wrap-break-word">{me.full_name}</p>
                <p className="line-clamp-2 wrap-break-word">{data.practice}</p>
                {data.phone && <p className="tabular-nums">{phoneText(data.phone)}</p>}
                <p className="mt-[2mm] font-semibold">Pide aquí tu estudio</p>
                <p className="line-clamp-1">{clinic.name}</p>
                <p className="tabular-nums">{phoneText(clinic.phone)}</p>
              </div>
            </li>
          ))}
        </ul>
      </PrintSheet>
    )
  }
  if (error || data === null) {
    return (
      <UnreadSheet
        title="Tarjetas"
        lacks="No se pudieron preparar las tarjetas."
        back={leave}
        error={error ?? new AppError('load_practice', 'missing')}
        code="load_practice"
        onRetry={refetch}
      />
    )
  }
  return <Spinner />
}
