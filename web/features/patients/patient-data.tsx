import { type ReactNode, Suspense } from 'react'
import { formatDay } from '#domain/days.ts'
import { patientNumber } from '#domain/patient-number.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { ContactLinks } from '#web/parts/people/contact-links.tsx'
import type { PatientRecord } from '#web/queries/profiles.ts'
import { Folded } from '#web/ui/folded.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { fromDesktop, fromTablet, useMedia } from '#web/ui/use-media.ts'
import { NewPassword } from './new-password.tsx'
import { PatientReminders } from './patient-reminders.tsx'

// The record is the heaviest screen.
const activation = loadLater(
  async () => (await import('#web/parts/accounts/activation-link.tsx')).ActivationLink,
)

/**
 * Who a patient is and the ways to reach them, in one line: below a desktop without the e-mail, on a phone the telephone alone. The
 * rest, with what is set for them, is behind 'Más datos'. The link that activates an account stays in view while nobody chose its password.
 */
export function PatientData({ patient }: { patient: PatientRecord }) {
  const { day } = clinicMoment(patient.created_at, useClinicZone())
  const isWide = useMedia(fromDesktop)
  const isTablet = useMedia(fromTablet)
  const { full_name: name, age, phone, email } = patient
  const ageTerm = <Term name="Edad">{age === null ? 'No registrada' : `${age} años`}</Term>
  const phoneTerm = (
    <Term name="Teléfono">
      {phone ? (
        <ContactLinks name={name} phone={phone} copies={isWide ? 'icon' : isTablet} />
      ) : (
        'No registrado'
      )}
    </Term>
  )
  const emailTerm = (
    <Term name="Correo electrónico">
      <ContactLinks name={name} email={email} copies={isTablet ? 'icon' : true} />
    </Term>
  )
  return (
    <section aria-label="Datos personales" className="[--inset:--spacing(4.5)]">
      <Folded
        words={
          <>
            Más<span className="max-sm:sr-only xl:max-[80rem]:sr-only"> datos</span>
          </>
        }
        beside={
          <dl
            className={
              isWide
                ? 'flex gap-x-6 py-3.5 *:not-last:shrink-0'
                : 'flex flex-wrap items-center gap-x-5 [&_dt]:sr-only'
            }
          >
            {(isWide || (isTablet && age !== null)) && ageTerm}
            {(isWide || phone) && phoneTerm}
            {isWide && emailTerm}
          </dl>
        }
      >
        <dl className="grid gap-x-6 gap-y-3 border-b border-line px-(--inset) py-3.5 sm:flex sm:flex-wrap">
          {!isWide && (
            <>
              {(!isTablet || age === null) && ageTerm}
              {!phone && phoneTerm}
              {/* From a desktop on it stands above the name. */}
              <Term name="Número de paciente">
                <span className="tabular-nums">{patientNumber(patient.patient_number)}</span>
              </Term>
            </>
          )}
          <Term name="Paciente desde">
            <span className="tabular-nums">{formatDay(day)}</span>
          </Term>
          {!isWide && emailTerm}
        </dl>
        <PatientReminders id={patient.id} />
        <div className="px-(--inset) py-2">
          <NewPassword patient={patient} />
        </div>
      </Folded>
      {patient.password_due && (
        <div className="border-t border-line px-(--inset) py-2">
          <Suspense fallback={<div className="h-9 pointer-coarse:h-11" />}>
            <activation.Later person={patient} phone={phone} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{name}</dt>
      <dd className="flex min-h-9 items-center wrap-break-word pointer-coarse:min-h-11">{children}</dd>
    </div>
  )
}
