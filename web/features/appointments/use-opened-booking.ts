import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { patientOptionQuery } from '#web/queries/profiles.ts'
import { useProfile } from '#web/session/session.ts'
import type { BookingStart } from './use-booking.ts'

const blank: BookingStart = { patient: null, day: '', time: '' }

/**
 * What 'Nueva Cita' starts with while it is open, else null. It opens here, from a day of the calendar,
 * and from other screens by the address: `nueva` is a patient's id, or any other word for no patient yet.
 */
export function useOpenedBooking() {
  const me = useProfile()
  const [params, setParams] = useSearchParams()
  const [opened, setOpened] = useState<BookingStart | null>(null)
  const invited = params.get('nueva')
  const known = useQuery({
    ...patientOptionQuery(me, invited ?? ''),
    enabled: invited !== null && isUuid(invited),
  })
  const say = useEffectEvent((error: unknown) => toastError(error, 'load_patients'))
  useEffect(() => {
    if (known.error) say(known.error)
  }, [known.error])

  function close() {
    setOpened(null)
    if (invited === null) return
    const next = new URLSearchParams(params)
    next.delete('nueva')
    setParams(next, { replace: true, preventScrollReset: true })
  }

  const start =
    opened ?? (invited === null || known.isLoading ? null : { ...blank, patient: known.data ?? null })
  const [wasOpened, setWasOpened] = useState(false)
  if (start && !wasOpened) setWasOpened(true)

  return {
    start,
    /** What was booked stays on the page when the form has closed. */
    wasOpened,
    open: (day = '', time = '') => setOpened({ ...blank, day, time }),
    close,
  }
}
