import { MonitorDown, Phone, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Clinic } from '#domain/clinic.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { askForStudy } from './ask-for-study.ts'
import { ContactWays } from './contact-ways.tsx'

const steps = [
  { icon: Send, title: 'Envía tu solicitud', text: 'Nombre, contacto y estudio. Nada más.' },
  { icon: Phone, title: 'Te contactamos', text: 'Confirmamos fecha, preparación y costo.' },
  {
    icon: MonitorDown,
    title: 'Recibe tu resultado',
    text: 'En formato digital, listo para tu especialista.',
  },
]

/** What happens after asking for a study, beside the form. */
export function Contact({ clinic, children }: { clinic: Clinic; children: ReactNode }) {
  return (
    <section id="contact" className="py-[clamp(4rem,8vw,6.5rem)] max-md:relative max-md:z-2 max-md:bg-paper">
      <div className="page grid items-start gap-[clamp(2rem,6vw,5.5rem)] md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="md:sticky md:top-28">
          <h2 className="text-section">Solicita tu estudio</h2>
          <p className="mt-4 mb-8 text-ink-2">
            Cuéntanos qué estudio necesitas. No hace falta crear una cuenta.
          </p>
          <ol className="grid gap-5 sm:max-md:grid-cols-3">
            {steps.map(({ icon: Icon, title, text }) => (
              <li
                key={title}
                className="grid grid-cols-[2.5rem_1fr] content-start gap-3.5 sm:max-md:grid-cols-1"
              >
                <span className="grid size-10 place-items-center rounded-field bg-brand-100 text-brand-800">
                  <Icon aria-hidden className="size-4.5" />
                </span>
                <div>
                  <b className="block leading-snug font-semibold">{title}</b>
                  <span className="text-label leading-normal font-normal text-ink-2">{text}</span>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt-8 mb-3 text-ink-2">¿Prefieres hablar con alguien?</p>
          <p className="flex flex-wrap gap-3">
            <ContactWays clinic={clinic} text={askForStudy} />
          </p>
        </div>
        <div className="min-w-0">
          <noscript>
            <WithoutScript clinic={clinic} />
          </noscript>
          {children}
        </div>
      </div>
    </section>
  )
}

function WithoutScript({ clinic }: { clinic: Clinic }) {
  const link = 'font-semibold text-brand-700 underline underline-offset-4'
  return (
    <p className="rounded-dialog border border-line bg-surface p-6 shadow-2">
      El formulario necesita JavaScript y tu navegador lo tiene desactivado. Actívalo y vuelve a cargar la
      página, o pide tu estudio por teléfono al{' '}
      <a href={phoneForms(clinic.phone).tel} className={link}>
        {phoneText(clinic.phone)}
      </a>{' '}
      o por correo a{' '}
      <a href={`mailto:${clinic.email}`} className={link}>
        <EmailText>{clinic.email}</EmailText>
      </a>
      .
    </p>
  )
}
