import type { ReactNode } from 'react'
import { isPhone } from '#domain/contact.ts'
import { formatDay } from '#domain/days.ts'
import { phoneLink } from '#domain/phone-link.ts'
import type { Profile } from '#web/backend/database.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { cx } from '#web/ui/cx.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { NewPassword } from './new-password.tsx'

const linkStyle = 'py-1 text-brand-700 underline-offset-4 hover:underline pointer-coarse:py-3 wrap-break-word'

/** Personal data of a patient, as the account has them, and the ways to reach them. */
export function PatientData({ patient }: { patient: Profile }) {
  const { day } = clinicMoment(patient.created_at, useClinicZone())
  return (
    <Panel title="Datos personales" aside={<NewPassword patient={patient} />}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4.5 py-3.5 lg:grid-cols-[auto_auto_minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-x-10">
        <Term name="Edad">{patient.age === null ? 'No registrada' : `${patient.age} años`}</Term>
        <Term name="Paciente desde">
          <span className="tabular-nums">{formatDay(day)}</span>
        </Term>
        <Term name="Teléfono" wide>
          {patient.phone ? <Phone patient={patient} phone={patient.phone} /> : 'No registrado'}
        </Term>
        <Term name="Correo electrónico" wide>
          <a href={`mailto:${patient.email}`} className={linkStyle}>
            <EmailText>{patient.email}</EmailText>
          </a>
        </Term>
      </dl>
    </Panel>
  )
}

function Term({
  name,
  wide = false,
  children,
}: {
  name: string
  /** Takes the whole width of small screens. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={cx('min-w-0', wide && 'max-sm:col-span-2')}>
      <dt className="text-meta text-ink-3">{name}</dt>
      <dd className="flex min-h-9 items-center wrap-break-word pointer-coarse:min-h-11">{children}</dd>
    </div>
  )
}

/** A number to call, and to write to where WhatsApp can use it; anything else that was noted stays text. */
function Phone({ patient, phone }: { patient: Profile; phone: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isPhone(phone) ? (
        <a href={phoneLink(phone)} className={cx(linkStyle, 'tabular-nums')}>
          {phone}
        </a>
      ) : (
        phone
      )}
      <WhatsAppLink phone={phone} text={`Hola, ${patient.full_name}:`} to={patient.full_name} />
    </span>
  )
}
