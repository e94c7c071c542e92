import { KeyRound } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { usePreload } from '#web/hooks/use-preload.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PhotoCard } from './photo-card.tsx'
import { ProfileForm } from './profile-form.tsx'

const password = loadLater(async () => (await import('./password-dialog.tsx')).PasswordDialog)
const security = loadLater(async () => (await import('./security-panels.tsx')).SecurityPanels)
const appearance = loadLater(async () => (await import('./appearance-panel.tsx')).AppearancePanel)
const accessLog = loadLater(async () => (await import('./access-log.tsx')).AccessLog)
const signing = loadLater(async () => (await import('./signing-panel.tsx')).SigningPanel)
const wishes = loadLater(async () => (await import('./own-wishes.tsx')).OwnWishes)
const later = [password]

/** 'Perfil' or 'Mi Perfil': own data, photo, account, password, and who else is signed in (docs/product/accounts.md). */
export function ProfileScreen() {
  const me = useProfile()
  const zone = useClinicZone()
  const [choosing, setChoosing] = useState(false)
  usePreload(later)
  const isDoctor = me.role === 'doctor'
  const account: [term: string, value: ReactNode][] = [
    ['Correo electrónico', <EmailText key="email">{me.email}</EmailText>],
    ['Tipo de cuenta', me.is_admin ? 'Doctor y administrador' : isDoctor ? 'Doctor' : 'Paciente'],
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
          {isDoctor && reportsOn() && (
            <Suspense fallback={<Waiting title="Firma de Informes" rows={2} />}>
              <signing.Later id={me.id} />
            </Suspense>
          )}
          <Panel
            title="Cuenta"
            footer={
              <Button
                icon={<KeyRound aria-hidden className="size-5" />}
                className="max-sm:w-full"
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
            {!isDoctor && (
              <Suspense>
                <wishes.Later id={me.id} />
              </Suspense>
            )}
          </Panel>
          <Suspense fallback={<Waiting title="Apariencia" rows={1} />}>
            <appearance.Later />
          </Suspense>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <PhotoCard profile={me} />
          <Suspense
            fallback={
              <>
                <Waiting title="Verificación en Dos Pasos" rows={1} />
                <Waiting title="Sesiones Activas" rows={2} />
              </>
            }
          >
            <security.Later />
          </Suspense>
        </div>
        {!isDoctor && (
          <div className="min-w-0 lg:col-span-2">
            <Suspense fallback={<Waiting title="Quién ha visto tus datos" rows={4} />}>
              <accessLog.Later />
            </Suspense>
          </div>
        )}
      </div>
      {choosing && (
        <Suspense>
          <password.Later onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A panel whose code is on its way, as tall as it is while its rows are. */
function Waiting({ title, rows }: { title: string; rows: number }) {
  return (
    <Panel title={title}>
      <SkeletonRows rows={rows} />
    </Panel>
  )
}
