import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, dayInZone, timeInZone } from '#domain/days.ts'
import { daysOf, firstFreeStart, stripStart } from '#domain/open-days.ts'
import { useClinicToday, useClinicZone } from '#web/hooks/clock.ts'
import { useLiveTables } from '#web/hooks/use-live-tables.ts'
import type { SlotChoice } from '#web/parts/appointments/use-slots.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { openSlotsQuery, stripDays } from '#web/queries/booking.ts'

const followed = ['citas', 'clinic_hours', 'clinic_closures'] as const
/** How many strips without a free hour are passed over before somebody has to look further. */
const mostStrips = 6

/** How long before, in hours, somebody who named no day is told of an hour, never on the day itself; longer where links need more. */
const ahead = 24

/** What somebody pressed; without it the page proposes the first free start. */
type Picked = { day: string; time: string }

/**
 * The days and starts of a doctor, kept up to date, from the day that a visitor would like (yyyy-MM-dd or null) on. The first
 * free start is proposed until another one is picked; to somebody who named no day to come, one that a link may still
 * change (`notice` in hours), from a day ahead on.
 */
export function useOpenSlots(doctorId: string | null, wanted: string | null, notice: number) {
  const today = useClinicToday()
  const zone = useClinicZone()
  const [opened] = useState(() => Date.now())
  const told = new Date(opened + Math.max(ahead, notice) * 3_600_000)
  const earliest =
    wanted !== null && wanted >= today ? null : { day: dayInZone(told, zone), time: timeInZone(told, zone) }
  const client = useQueryClient()
  const [moved, setMoved] = useState(0)
  const [picked, setPicked] = useState<Picked | null>(null)
  const first = stripStart(wanted, today)
  const start = addDays(first, moved * stripDays)
  const from = start < today ? today : start
  const query = useQuery({ ...openSlotsQuery(doctorId ?? '', from), enabled: doctorId !== null })
  const readAgain = () => void client.invalidateQueries({ queryKey: [...appointmentKeys.all, 'open slots'] })
  useLiveTables(followed, '', readAgain)

  const days = query.data && daysOf(from, stripDays, query.data)
  const proposed = days && firstFreeStart(days, earliest)
  // Nothing is free in two weeks: the next ones are looked at.
  if (days && !proposed && !picked && moved >= 0 && moved < mostStrips) setMoved(moved + 1)

  const day = picked?.day ?? proposed?.day ?? ''
  const slots = days?.find((known) => known.day === day)?.slots
  const wish = (picked ?? proposed)?.time ?? ''
  const isFree = slots?.some(({ time, taken }) => time === wish && !taken) ?? false
  const choice: SlotChoice = {
    day,
    today,
    slots: day === '' ? undefined : (slots ?? (days && [])),
    failed: query.error ? { error: query.error, code: 'load_clinic_hours', onRetry: query.refetch } : null,
    time: isFree ? wish : '',
    lostTime: slots && wish !== '' && !isFree ? wish : null,
  }
  return {
    choice,
    days,
    isLoading: query.isLoading,
    /** The day that was wanted and has passed or has no free hour, as long as the page proposes another. */
    missed: wanted !== null && !picked && proposed && proposed.day !== wanted ? wanted : null,
    canGoBack: from > today,
    go: (steps: 1 | -1) => {
      setMoved(moved + steps)
      setPicked(null)
    },
    /** With '' an hour of that day has still to be chosen. */
    pick: (next: Picked) => setPicked(next),
    /** The first free start of a day. */
    pickDay: (next: string) => {
      const free = days?.find((known) => known.day === next)?.slots.find(({ taken }) => !taken)
      setPicked({ day: next, time: free?.time ?? '' })
    },
    forget: () => setPicked(null),
    readAgain,
  }
}
