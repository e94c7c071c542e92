import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysOf, firstFree } from '#domain/open-days.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { openSlotsQuery, stripDays } from '#web/queries/booking.ts'

/**
 * A doctor's first day with a free slot from today on, yyyy-MM-dd; '' until it is known, and when there is none within two weeks. It
 * stays, whatever is booked later: a day that changes by itself would confuse.
 */
export function useFirstFreeDay(doctorId: string, isWanted: boolean): string {
  const today = useClinicToday()
  const [known, setKnown] = useState('')
  const { data } = useQuery({
    ...openSlotsQuery(doctorId, today),
    enabled: isWanted && known === '',
    refetchInterval: false,
  })
  const found = data && firstFree(daysOf(today, stripDays, data))
  if (isWanted && known === '' && found) setKnown(found.day)
  return known
}
