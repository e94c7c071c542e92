import { Suspense } from 'react'
import { dayInZone, longDay, timeInZone } from '#domain/days.ts'
import { firstNameOf } from '#domain/person.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import { useCode } from '#web/hooks/use-code.ts'
import { roleOf } from '#web/portal/access.ts'
import { greeting } from '#web/portal/greeting.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

// Nobody loads the other's day.
const doctorActions = loadLater(async () => (await import('./doctor-day.tsx')).HomeActions)
const doctorDay = loadLater(async () => (await import('./doctor-day.tsx')).DoctorDay)
const patientDay = loadLater(async () => (await import('./patient-day.tsx')).PatientDay)

/** The first screen after signing in: the day, a greeting, and what matters today. */
export function Home() {
  const profile = useProfile()
  const zone = useClinicZone()
  const now = new Date(useNow(60_000))
  const isDoctor = roleOf(profile) === 'doctor'
  const day = isDoctor ? doctorDay : patientDay
  useCode(day.preload)
  return (
    <>
      <PageHeader
        above={longDay(dayInZone(now, zone))}
        title={`${greeting(timeInZone(now, zone))}, ${firstNameOf(profile.full_name)}`}
        actions={
          isDoctor && (
            <Suspense>
              <doctorActions.Later />
            </Suspense>
          )
        }
      />
      <Suspense fallback={<Spinner />}>
        <day.Later />
      </Suspense>
    </>
  )
}
