import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { PrintSheet } from '#web/parts/print-sheet.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { freshShare } from './fresh-shares.ts'
import { HandOverSheet } from './hand-over-sheet.tsx'

/** 'Hoja de entrega': a study's link on paper, while the tab that made it still knows it (docs/product/sharing.md). */
export function HandOverScreen() {
  const { shareId = '' } = useParams()
  const me = useProfile()
  const navigate = useNavigate()
  const from = useCameFrom()
  const { data: clinic } = useQuery(clinicQuery())
  const share = freshShare(shareId, me.id)
  const back = (
    <Button icon={<ArrowLeft aria-hidden className="size-5" />} onClick={() => navigate(from ?? paths.home)}>
      Volver
    </Button>
  )
  if (!share) {
    return (
      <div className="mx-auto grid max-w-2xl gap-4 p-4">
        <div>{back}</div>
        <h1 className="text-title">Hoja de entrega</h1>
        <Card className="overflow-clip">
          <EmptyState icon={<KeyRound className="size-6" />}>
            El enlace y el PIN se muestran una sola vez. Para imprimir la hoja, genera un PIN nuevo desde
            «Compartir».
          </EmptyState>
        </Card>
      </div>
    )
  }
  if (!clinic) return <Spinner />
  return (
    <PrintSheet label="Hoja de entrega" back={back}>
      <HandOverSheet share={share} clinic={clinic} />
    </PrintSheet>
  )
}
