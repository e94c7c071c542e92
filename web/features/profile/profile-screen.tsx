import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AccessLog } from './access-log.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { DentistWishes, OwnWishes } from './own-wishes.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PhotoCard } from './photo-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SigningPanel } from './signing-panel.tsx'

/** 'Perfil' or 'Mi Perfil': own data, photo, account, password, and who else is signed in; `more` belongs to other features (docs/product/accounts.md). */
export function ProfileScreen({ more }: { more?: ReactNode }) {
  const me = useProfile()
  const zone = useClinicZone()
  const [choosing, setChoosing] = useState(false)
  const isDoctor = me.role === 'doctor'
  const isPatient = me.role === 'patient' || me.role === 'paciente'
  const kind = isPatient ? 'Paciente' : isDoctor ? 'Doctor' : 'Dentista'
  const account: [term: string, value: ReactNode][] = [
    ['Correo electrónico', <EmailText key="email">{me.email}</EmailText>],
    ['Tipo de cuenta', me.is_admin ? 'Doctor y administrador' : kind],
    ['Cuenta creada', formatDay(clinicMoment(me.created_at, zone).day)],
  ]
  return (
    <>
      <PageHeader title={isDoctor ? 'Perfil' : 'Mi Perfil'} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-4">
          <Panel title="Datos Personales">
            <ProfileForm profile={me} />
          </Panel>
          <Panel
            title="Cuenta"
            footer={
              <Button
                icon={<KeyRound aria-hidden className="size-5" />}
                className="max-sm:w-full sm:ml-auto sm:flex"
                onClick={() => setChoosing(true)}
              >
                Cambiar Contraseña
              </Button>
            }
          >
            <dl className="grid grid-cols-1 gap-4 p-4.5 sm:grid-cols-3">
              {account.map(([term, value]) => (
                <div key={term} className="min-w-0">
                  <dt className="text-meta text-ink-3">{term}</dt>
                  <dd className="wrap-break-word tabular-nums">{value}</dd>
                </div>
              ))}
            </dl>
            {isPatient && <OwnWishes id={me.id} />}
            {me.role === 'dentist' && <DentistWishes id={me.id} />}
          </Panel>
          {/* Both come later: below what can be read meanwhile. */}
          {isDoctor && reportsOn() && <SigningPanel id={me.id} />}
          {more}
        </div>
        <div className="grid grid-cols-1 gap-4">
          <PhotoCard profile={me} />
          <AppearancePanel />
          <SecondFactorPanel />
          <SessionsPanel />
        </div>
        {isPatient && (
          <div className="min-w-0 lg:col-span-2">
            <AccessLog />
          </div>
        )}
      </div>
      {choosing && <PasswordDialog onClose={() => setChoosing(false)} />}
    </>
  )
}
