import { Mail, Phone } from 'lucide-react'
import { privacyPath, trackingPath } from '#domain/addresses.ts'
import type { Clinic } from '#domain/clinic.ts'
import { phoneLink } from '#domain/phone-link.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Logo } from '#web/ui/logo.tsx'

const link = 'inline-flex min-h-11 items-center gap-2 text-brand-200 underline-offset-4 hover:underline'

/** Contact, social networks, copyright and the privacy notice. */
export function Footer({ clinic, year }: { clinic: Clinic; year: number }) {
  const { name, tagline, logo, phone, email, social } = clinic
  return (
    <footer className="on-film bg-brand-900 text-film-ink">
      <div className="page grid gap-8 py-12 md:grid-cols-[1fr_auto_auto] md:gap-20">
        <Logo name={name} tagline={tagline} image={logo} onDark className="self-start" />
        <div>
          <h2 className="mb-1 text-label">Contacto</h2>
          <ul>
            <li>
              <a href={phoneLink(phone)} className={`${link} tabular-nums`}>
                <Phone aria-hidden className="size-4.5" />
                {phone}
              </a>
            </li>
            <li>
              <a href={`mailto:${email}`} className={link}>
                <Mail aria-hidden className="size-4.5" />
                <span className="min-w-0 wrap-break-word">
                  <EmailText>{email}</EmailText>
                </span>
              </a>
            </li>
          </ul>
        </div>
        {social.length > 0 && (
          <div>
            <h2 className="mb-1 text-label">Síguenos</h2>
            <ul>
              {social.map(({ label, url }) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noopener noreferrer" className={link}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-8 border-t border-film-ink/15 py-4 text-meta">
        <p>
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
