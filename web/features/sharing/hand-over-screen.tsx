import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { useProfile } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
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
    const whose = {
      doctor: 'Estudios',
      dentist: 'Mis pacientes',
      patient: 'Mis Estudios',
      paciente: 'Mis Estudios',
    }
    return (
      <div className="min-h-dvh bg-sunken px-4 py-5 sm:py-8">
        <div className="mx-auto grid max-w-2xl justify-items-start gap-4">
          {back}
          <Card className="w-full p-1.5 sm:p-3.5">
            <h1 className="px-4.5 pt-4.5 text-page">Hoja de entrega</h1>
            <EmptyState
              icon={<KeyRound className="size-6" />}
              action={
                <Link
                  to={paths.studiesOf(me.role)}
                  className={buttonStyle('primary', 'normal', 'max-sm:w-full')}
                >
                  {`Ir a ${whose[me.role]}`}
                </Link>
              }
            >
              El enlace y el PIN se muestran una sola vez. Para imprimir la hoja, genera un PIN nuevo desde
              «Compartir».
            </EmptyState>
          </Card>
        </div>
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
