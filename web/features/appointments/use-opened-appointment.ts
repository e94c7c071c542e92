import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { AppointmentWithPeople } from '#web/queries/appointments.ts'

/** The name of the appointment's id in the address. */
const name = 'cita'

/**
 * The appointment whose details are open, in the address: other screens link to it, and going back
 * closes it. `known` is the row that it was opened from, shown until the stored one is loaded.
 */
export function useOpenedAppointment() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [row, setRow] = useState<AppointmentWithPeople | null>(null)
  const id = params.get(name)

  function open(appointment: AppointmentWithPeople) {
    setRow(appointment)
    const next = new URLSearchParams(params)
    next.set(name, appointment.id)
    setParams(next, { state: { opened: appointment.id }, preventScrollReset: true })
  }

  function close() {
    // Opened here: go back, so that no second entry of this screen stays. Opened by a link: there is nothing to go back to.
    if (isOpening(state) && state.opened === id) return navigate(-1)
    const next = new URLSearchParams(params)
    next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  return { id, known: row?.id === id ? row : null, open, close }
}

function isOpening(state: unknown): state is { opened: unknown } {
  return typeof state === 'object' && state !== null && 'opened' in state
}
