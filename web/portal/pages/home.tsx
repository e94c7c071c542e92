import { lazy, Suspense } from 'react'
import { dayInZone, longDay, timeInZone } from '#domain/days.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import { roleOf } from '#web/portal/access.ts'
import { greeting } from '#web/portal/greeting.ts'
import { useProfile } from '#web/session/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { HomeActions } from './home-actions.tsx'

// Nobody loads the other's day.
const DoctorDay = lazy(async () => ({ default: (await import('./doctor-day.tsx')).DoctorDay }))
const PatientDay = lazy(async () => ({ default: (await import('./patient-day.tsx')).PatientDay }))

/** The first screen after signing in: the day, a greeting, and what matters today. */
export function Home() {
  const profile = useProfile()
  const zone = useClinicZone()
  const now = new Date(useNow(60_000))
  const isDoctor = roleOf(profile) === 'doctor'
  return (
    <>
      <PageHeader
        above={longDay(dayInZone(now, zone))}
        title={`${greeting(timeInZone(now, zone))}, ${profile.full_name}`}
        actions={isDoctor && <HomeActions />}
      />
      <Suspense fallback={<Spinner />}>{isDoctor ? <DoctorDay /> : <PatientDay />}</Suspense>
    </>
  )
}
