import { CalendarPlus, Info, Phone } from 'lucide-react'
import { useId } from 'react'
import { dayInZone, formatDay } from '#domain/days.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import type { SharedStudy } from '#web/backend/shared-study.ts'
import { filmButtonStyle } from '#web/features/viewer/stage/film.tsx'
import * as paths from '#web/hooks/paths.ts'
import { useClinic } from '#web/hooks/use-clinic.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'

/**
 * Below a shared study: whose clinic it is, for whom the link was made and until when, and how to ask for another study. On a phone
 * it is one line, and what is said of the link stands behind a button.
 */
export function SharedFoot({ study, expires_at }: Pick<SharedStudy, 'study' | 'expires_at'>) {
  const terms = useId()
  const clinic = useClinic()
  if (!clinic) return null
  const until = formatDay(dayInZone(new Date(expires_at), clinic.timeZone))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-film-800 bg-film-900 px-3 py-1 sm:px-4 sm:py-1.5">
      <Logo name={clinic.name} image={clinic.logo} onDark className="max-sm:flex-1" />
      <p
        id={terms}
        popover="auto"
        className={cx(
          'm-0 w-auto text-meta tabular-nums wrap-break-word',
          'max-sm:inset-x-3 max-sm:top-auto max-sm:bottom-44 max-sm:rounded-field max-sm:border max-sm:border-film-700 max-sm:bg-film-900 max-sm:px-4 max-sm:py-3 max-sm:text-film-ink max-sm:shadow-viewer',
          'sm:static sm:block sm:min-w-0 sm:flex-1 sm:border-0 sm:bg-transparent sm:p-0 sm:text-film-ink-2',
        )}
      >
        {study.label && `Para ${study.label}. `}
        <span className="whitespace-nowrap">Vence el {until}.</span>
      </p>
      <div className="flex items-center gap-2">
        <button
          type="button"
          popoverTarget={terms}
          aria-label="Sobre este enlace"
          className={filmButtonStyle('quiet', 'w-11 sm:hidden')}
        >
          <Info aria-hidden className="size-4.5 shrink-0" />
        </button>
        <a href={phoneForms(clinic.phone).tel} className={filmButtonStyle()}>
          <Phone aria-hidden className="size-4.5" />
          <span className="sr-only">Llamar al </span>
          <span className="tabular-nums max-sm:sr-only">{phoneText(clinic.phone)}</span>
        </a>
        <a href={paths.requestStudy} target="_blank" rel="noopener" className={filmButtonStyle()}>
          <CalendarPlus aria-hidden className="size-4.5 max-sm:hidden" />
          <span>
            Pedir<span className="max-[24rem]:sr-only"> un estudio</span>
            <span className="max-sm:sr-only"> para tu paciente</span>
          </span>
          <span className="sr-only"> (se abre en otra pestaña)</span>
        </a>
      </div>
    </div>
  )
}
