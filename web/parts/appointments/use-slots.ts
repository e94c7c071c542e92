import { useQuery } from '@tanstack/react-query'
import { isBookable } from '#domain/booking.ts'
import { type Slot, slotsOf } from '#domain/day-slots.ts'
import { dayInZone } from '#domain/days.ts'
import { type OverSlot, overSlots } from '#domain/overbooking.ts'
import type { ErrorCode } from '#web/backend/errors.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import { useClinicHours } from '#web/hooks/use-clinic-hours.ts'
import { takenSlotsQuery } from '#web/queries/booking.ts'

/** A day's slots, of which one is chosen or will be. */
export type SlotChoice = {
  /** yyyy-MM-dd, '' or what is being typed. */
  day: string
  /** The clinic's day, yyyy-MM-dd. */
  today: string
  /** Undefined while they are read, or when they could not be. */
  slots: Slot[] | undefined
  /** The starts of the day that only a reason books, where they are offered; as `slots`. */
  over?: OverSlot[] | undefined
  /** Why the slots could not be read. */
  failed: { error: unknown; code: ErrorCode; onRetry: () => unknown } | null
  /** The chosen time (HH:mm) while it is still free, else ''. */
  time: string
  /** The chosen time, if somebody took it or it has begun. */
  lostTime: string | null
}

/** The slots of a doctor's day, kept up to date, and what became of the chosen time. For doctors and administrators. */
export function useSlots(doctorId: string, { day, time }: { day: string; time: string }): SlotChoice {
  const zone = useClinicZone()
  const now = new Date(useNow(30_000))
  const today = dayInZone(now, zone)
  const taken = useQuery({ ...takenSlotsQuery(doctorId, day), enabled: isBookable(day, today) })
  const { hours, ...ofHours } = useClinicHours(doctorId, 'doctor')
  const known = taken.data && hours && { hours, taken: taken.data, now, zone }
  const slots = known && slotsOf(day, known)
  const slot = slots?.find((known) => known.time === time)
  const free = slot !== undefined && !slot.taken
  return {
    day,
    today,
    slots,
    over: known && overSlots(day, known),
    failed: taken.error
      ? { error: taken.error, code: 'load_taken_slots', onRetry: taken.refetch }
      : ofHours.error
        ? { error: ofHours.error, code: 'load_clinic_hours', onRetry: ofHours.refetch }
        : null,
    time: free ? time : '',
    lostTime: slots && time !== '' && !free ? time : null,
  }
}
