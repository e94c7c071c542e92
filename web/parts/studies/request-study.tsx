import { FilePlus2 } from 'lucide-react'
import * as paths from '#web/hooks/paths.ts'
import { type ButtonVariant, buttonStyle } from '#web/ui/button.tsx'

/** Leads a patient to the form of the site. */
export function RequestStudy({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  return (
    <a href={paths.requestStudy} className={buttonStyle(variant, 'compact')}>
      <FilePlus2 aria-hidden className="size-4.5" />
      Pedir un estudio
    </a>
  )
}
