import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { askWhoOrdered } from '#web/copy/report-words.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** The way to the sheet of one's report, and whom to ask. */
export function BelowMyReport({ id }: { id: string }) {
  const origin = useAsOrigin()
  return (
    <>
      <Link to={paths.report(id)} state={origin} className={buttonStyle('secondary', 'normal', 'sm:w-fit')}>
        <Printer aria-hidden className="size-5" />
        Imprimir / Guardar PDF
      </Link>
      <p className="text-ink-2">{askWhoOrdered}</p>
    </>
  )
}
