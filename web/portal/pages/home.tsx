import { lazy, Suspense } from 'react'
import { dayInZone, longDay, timeInZone } from '#domain/days.ts'
import { PatientHome } from '#web/features/home/patient-home.tsx'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { roleOf } from '#web/portal/access.ts'
import { greeting } from '#web/portal/greeting.ts'
import { menuOf } from '#web/portal/menu.ts'
import { useProfile } from '#web/session/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { HomeActions } from './home-actions.tsx'

// A patient's phone need not load the doctor's day.
const DoctorDay = lazy(async () => ({ default: (await import('./doctor-day.tsx')).DoctorDay }))

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
      {isDoctor ? (
        <Suspense fallback={<Spinner />}>
          <DoctorDay />
        </Suspense>
      ) : (
        <PatientHome areas={menuOf('patient').filter(({ path }) => path !== paths.home)} />
      )}
    </>
  )
}
