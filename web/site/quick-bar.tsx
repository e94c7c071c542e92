import { CalendarPlus, MessageCircle, Phone } from 'lucide-react'
import type { Clinic } from '#domain/clinic.ts'
import { phoneForms } from '#domain/phone.ts'
import { whatsAppLink } from '#domain/whatsapp.ts'
import { cx } from '#web/ui/cx.ts'
import { askForStudy } from './ask-for-study.ts'

/**
 * On phones the ways to the clinic at the lower edge. It sticks there from the first section after the hero to the last one before
 * the form, below which it slides away (contact.tsx): it covers neither fields nor footer, and moves nothing.
 */
export function QuickBar({ clinic }: { clinic: Clinic }) {
  const whatsApp = whatsAppLink(clinic.whatsapp, askForStudy)
  return (
    <nav
      aria-label="Contacto rápido"
      data-foot
      className="no-print sticky bottom-0 z-1 -mb-(--foot) flex h-(--foot) gap-2 border-t border-line bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <a href="#contact" className={cx(button, 'bg-brand-100 text-brand-800')}>
        <CalendarPlus aria-hidden className={icon} />
        Agendar
      </a>
      {whatsApp && (
        <a
          href={whatsApp}
          target="_blank"
          rel="noopener noreferrer"
          className={cx(button, 'border border-line bg-surface')}
        >
          <MessageCircle aria-hidden className={icon} />
          WhatsApp
        </a>
      )}
      <a href={phoneForms(clinic.phone).tel} className={cx(button, 'border border-line bg-surface')}>
        <Phone aria-hidden className={icon} />
        Llamar
      </a>
    </nav>
  )
}

const button = 'flex min-h-12 flex-auto items-center justify-center gap-1.5 rounded-field px-2 text-label'
/** The words need the room of the narrowest phones. */
const icon = 'size-4.5 max-[22.5rem]:hidden'
