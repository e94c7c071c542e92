import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { askWhoOrdered } from '#web/copy/report-words.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** The way to the sheet of a report, and for its patient whom to ask. */
export function BelowMyReport({ id, isOwn = true }: { id: string; isOwn?: boolean }) {
  const origin = useAsOrigin()
  return (
    <>
      <Link to={paths.report(id)} state={origin} className={buttonStyle('secondary', 'normal', 'sm:w-fit')}>
        <Printer aria-hidden className="size-5" />
        Imprimir / Guardar PDF
      </Link>
      {isOwn && <p className="text-ink-2">{askWhoOrdered}</p>}
    </>
  )
}
