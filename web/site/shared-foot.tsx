import { CalendarPlus, Phone } from 'lucide-react'
import { dayInZone, formatDay } from '#domain/days.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import type { SharedStudy } from '#web/backend/shared-study.ts'
import { filmButtonStyle } from '#web/features/viewer/stage/film.tsx'
import * as paths from '#web/hooks/paths.ts'
import { useClinic } from '#web/hooks/use-clinic.ts'
import { Logo } from '#web/ui/logo.tsx'

/** Below a shared study: whose clinic it is, for whom the link was made and until when, and how to ask for another study. */
export function SharedFoot({ study, expires_at }: Pick<SharedStudy, 'study' | 'expires_at'>) {
  const clinic = useClinic()
  if (!clinic) return null
  const until = formatDay(dayInZone(new Date(expires_at), clinic.timeZone))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-film-800 bg-film-900 px-3 py-1.5 sm:px-4">
      <Logo name={clinic.name} image={clinic.logo} onDark className="max-sm:flex-1" />
      <p className="min-w-0 flex-1 text-meta text-film-ink-2 tabular-nums wrap-break-word max-sm:order-last max-sm:min-w-full max-sm:text-center max-sm:text-chip/[1.3]">
        {study.label && `Para ${study.label}. `}
        <span className="whitespace-nowrap">Vence el {until}.</span>
      </p>
      <div className="flex items-center gap-2">
        <a href={phoneForms(clinic.phone).tel} className={filmButtonStyle()}>
          <Phone aria-hidden className="size-4.5" />
          <span className="sr-only">Llamar al </span>
          <span className="tabular-nums max-sm:sr-only">{phoneText(clinic.phone)}</span>
        </a>
        <a href={paths.requestStudy} target="_blank" rel="noopener" className={filmButtonStyle()}>
          <CalendarPlus aria-hidden className="size-4.5 max-sm:hidden" />
          <span>
            Pedir un estudio<span className="max-sm:sr-only"> para tu paciente</span>
          </span>
          <span className="sr-only"> (se abre en otra pestaña)</span>
        </a>
      </div>
    </div>
  )
}
