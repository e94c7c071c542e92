import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { askWhoOrdered } from '#web/copy/report-words.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** The way to the sheet of a report, and for its patient whom to ask. */
export function BelowMyReport({ id }: { id: string }) {
  const origin = useAsOrigin()
  const isDentist = useProfile().role === 'dentist'
  return (
    <>
      <Link to={paths.report(id)} state={origin} className={buttonStyle('secondary', 'normal', 'sm:w-fit')}>
        <Printer aria-hidden className="size-5" />
        Imprimir / Guardar PDF
      </Link>
      {!isDentist && <p className="text-ink-2">{askWhoOrdered}</p>}
    </>
  )
}
