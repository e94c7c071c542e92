import { ArrowUpRight, Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { privacyPath, trackingPath } from '#domain/addresses.ts'
import type { Clinic } from '#domain/clinic.ts'
import type { HoursLine } from '#domain/hours-lines.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { whatsAppLink } from '#domain/whatsapp.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { askForStudy } from './ask-for-study.ts'

const link = 'inline-flex min-h-11 items-center gap-2 text-brand-200 underline-offset-4 hover:underline'
const away = { target: '_blank', rel: 'noopener noreferrer', className: link }
const icon = 'size-4.5'

/** Where the clinic is, when it is open and how to reach it; copyright, the state of a request and the privacy notice. */
export function Footer({ clinic, hours, year }: { clinic: Clinic; hours: HoursLine[]; year: number }) {
  const { name, tagline, logo, address, mapUrl, phone, email, social } = clinic
  const whatsApp = whatsAppLink(clinic.whatsapp, askForStudy)
  return (
    <footer className="on-film bg-brand-900 text-film-ink">
      <div className="page grid gap-8 py-12 sm:grid-cols-2 lg:grid-cols-4">
        <div>
          <Logo name={name} tagline={tagline} image={logo} onDark />
          {social.length > 0 && (
            <ul aria-label="Síguenos" className="mt-2 flex flex-wrap gap-x-5">
              {social.map(({ label, url }) => (
                <li key={url}>
                  <a href={url} {...away}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Part title="Dirección">
          <address className="mt-3 not-italic">
            {address.street}
            <br />
            {address.town}, {address.state}
          </address>
          <a href={mapUrl} {...away}>
            Cómo llegar
            <ArrowUpRight aria-hidden className={icon} />
          </a>
        </Part>
        {hours.length > 0 && (
          <Part title="Horario">
            {hours.map(({ days, hours }) => (
              <p key={days} className="mt-3 tabular-nums">
                {days}
                {hours.map((window) => (
                  <span key={window} className="block">
                    {window}
                  </span>
                ))}
              </p>
            ))}
          </Part>
        )}
        <Part title="Contacto">
          <ul>
            <li>
              <a href={phoneForms(phone).tel} className={`${link} tabular-nums`}>
                <Phone aria-hidden className={icon} />
                {phoneText(phone)}
              </a>
            </li>
            {whatsApp && (
              <li>
                <a href={whatsApp} {...away}>
                  <MessageCircle aria-hidden className={icon} />
                  WhatsApp
                </a>
              </li>
            )}
            <li>
              <a href={`mailto:${email}`} className={link}>
                <Mail aria-hidden className={icon} />
                <span className="min-w-0 wrap-break-word">
                  <EmailText>{email}</EmailText>
                </span>
              </a>
            </li>
          </ul>
        </Part>
      </div>
      <div className="page flex flex-wrap items-center gap-x-8 border-t border-film-ink/15 py-4 text-meta">
        <p className="flex-auto">
          © {year} {name}. Todos los derechos reservados.
        </p>
        <a href={trackingPath} className={link}>
          ¿Cómo va mi solicitud?
        </a>
        <a href={privacyPath} className={link}>
          Aviso de privacidad
        </a>
      </div>
    </footer>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1 text-label">{title}</h2>
      {children}
    </div>
  )
}
