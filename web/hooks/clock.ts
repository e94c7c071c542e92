import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayInZone, timeInZone } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { clinicQuery } from '#web/queries/clinic.ts'

/** The clinic's time zone, which decides what "today" is; until it is known, the one of central Mexico. */
export function useClinicZone(): string {
  const { data } = useQuery(clinicQuery())
  return data?.timeZone ?? 'America/Mexico_City'
}

/** The current instant, renewed every `every` milliseconds. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/** The clinic's day, yyyy-MM-dd; changes at the clinic's midnight. */
export function useClinicToday(): string {
  return dayInZone(new Date(useNow(60_000)), useClinicZone())
}

/** The clinic's day and time (HH:mm), by the minute. */
export function useClinicNow(): { day: string; time: string } {
  const now = new Date(useNow(60_000))
  const zone = useClinicZone()
  return { day: dayInZone(now, zone), time: timeInZone(now, zone) }
}

/** The clinic's day and the last full or half hour (HH:mm) there, the grid of appointments. */
export function useClinicSlot(): { day: string; time: string } {
  const now = new Date(useNow(30_000))
  const zone = useClinicZone()
  const time = timeInZone(now, zone)
  return { day: dayInZone(now, zone), time: `${time.slice(0, 3)}${time.slice(3) < '30' ? '00' : '30'}` }
}

/** An ISO instant as the clinic's day (yyyy-MM-dd) and its time as read ('10:42 a. m.'). */
export function clinicMoment(instant: string, zone: string): { day: string; time: string } {
  const date = new Date(instant)
  return { day: dayInZone(date, zone), time: formatTime(timeInZone(date, zone)) }
}
