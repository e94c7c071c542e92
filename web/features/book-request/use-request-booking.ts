import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type NewPatientForm, newPatientErrors, readAge } from '#domain/new-patient.ts'
import { phoneField } from '#domain/phone.ts'
import { parseRequestStatus } from '#domain/request-status.ts'
import type { DoctorPatient, RequestPatient } from '#web/backend/answers.ts'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import { acceptRequest, createPatient } from '#web/backend/functions.ts'
import { slotLostMeanwhile } from '#web/copy/booking.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { type IdFor, useForm } from '#web/parts/forms/use-form.ts'
import { sendChoice } from '#web/queries/appointment-links.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { bookAppointment, requestPatientQuery, slotTaken } from '#web/queries/booking.ts'
import { profileKeys, similarPatientsQuery } from '#web/queries/profiles.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import type { BookedRequest } from '#web/queries/requests.ts'
import { useProfile } from '#web/session/session.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'
import type { PatientChoice } from './patient-panel.tsx'
import { useOpenSlots } from './use-open-slots.ts'

/** An account that was made on this page; only this browser knows its password. */
export type MadeAccount = { id: string; email: string; fullName: string; tempPassword: string }

/** A link by which the patient chooses; `until` is an ISO instant. */
export type Offer = { token: string; until: string; patient: string }

/** What the page does when something was done. */
export type BookingCallbacks = {
  onMade: (account: MadeAccount) => void
  /** Before it is sent: the list may show the appointment before the answer is here. */
  onBooking: (appointmentId: string) => void
  onBooked: (appointmentId: string) => void
  onOffered: (offer: Offer) => void
}

type Person = { id: string; name: string }

/**
 * State and rules of 'Agendar cita' (docs/product/requests.md). A new person gets an account first; then the appointment is
 * booked. What was done is not done again: a second press only books.
 */
export function useRequestBooking(
  request: BookedRequest,
  found: RequestPatient,
  { onMade, onBooking, onBooked, onOffered }: BookingCallbacks,
) {
  const me = useProfile()
  const client = useQueryClient()
  const [doctor, setDoctor] = useState<DoctorPatient | null>(me)
  const [study, setStudy] = useState(request.study_type)
  const [answer, setAnswer] = useState<'same' | 'other' | 'waits' | null>(null)
  const [taken, setTaken] = useState<Person | null>(null)
  /** The account that was made or linked by this page. */
  const [settled, setSettled] = useState<Person | null>(null)
  const [isOffer, setOffer] = useState(false)
  const [mail, setMail] = useState(true)
  const [lost, setLost] = useState<string | null>(null)
  const [isTyping, setTyping] = useState(false)
  // Of this press; the state is one press behind.
  const hasSettled = useRef(false)
  const question = useRef<HTMLButtonElement>(null)
  const open = useOpenSlots(doctor?.id ?? null, request.tentative_date, found.notice_hours)
  const who = settled ? known(settled) : taken ? known(taken, () => setTaken(null)) : byEmail()

  function byEmail(): PatientChoice {
    switch (found.outcome) {
      case 'known':
        return known({ id: found.id ?? '', name: found.name ?? found.initials })
      case 'other_name': {
        const name = found.name ?? found.initials
        const again = () => setAnswer(null)
        if (answer === 'waits') return { kind: 'waits' }
        if (answer === 'other') return { kind: 'new', otherEmail: true, again }
        if (answer === 'same' && found.id !== null) return known({ id: found.id, name }, again)
        return { kind: 'asked', name }
      }
      default:
        return { kind: 'new', otherEmail: found.outcome === 'staff' }
    }
  }

  // The link goes to whom the request's e-mail belongs.
  const mayOffer = ({ email }: Pick<NewPatientForm, 'email'>) =>
    found.outcome !== 'staff' &&
    found.self_booking &&
    !taken &&
    answer !== 'other' &&
    (found.outcome !== 'new' || email.trim().toLowerCase() === request.patient_email?.toLowerCase())

  const [start] = useState(() => ({
    full_name: request.patient_name,
    email: (found.outcome === 'new' && request.patient_email) || '',
    phone: phoneField(request.patient_phone),
    age: request.patient_age === null ? '' : String(request.patient_age),
  }))
  const form = useForm({
    start: () => start,
    check: (typed) => ({
      ...(who.kind === 'new' ? newPatientErrors(typed) : {}),
      patient: who.kind === 'asked' || who.kind === 'waits' ? 'Contesta si es la misma persona.' : null,
      doctor: doctor ? null : 'Elige un doctor.',
      study: study === '' ? 'Elige un tipo de estudio.' : null,
      time: !(isOffer && mayOffer(typed)) && open.choice.time === '' ? 'Elige un horario.' : null,
    }),
    send: (typed, idFor) => booking.mutateAsync({ typed, idFor }),
    code: 'create_appointment',
    refused: () => who.kind === 'asked' && question.current?.focus(),
    failed: (failure, focus) => {
      if (failure.code === 'create_patient') refusePatient(failure, focus)
      else if (failure.code === 'make_appointment_link') toastError(failure, failure.code)
      else refuseBooking(failure)
      return undefined
    },
  })
  const stored = useUnsavedWarning(form.dirty && who.kind === 'new')
  const { full_name, email, phone, age } = form.problems
  if (!isTyping && (full_name || email || phone || age)) setTyping(true)

  const booking = useMutation({
    mutationFn: async ({ typed, idFor }: { typed: NewPatientForm; idFor: IdFor }) => {
      setLost(null)
      const patientId = who.kind === 'known' ? who.id : await settle(typed)
      const { day, time } = open.choice
      const doctorId = doctor?.id ?? ''
      if (isOffer && mayOffer(typed)) {
        const { token, expires_at: until } = await sendChoice(request.id, doctorId)
        return onOffered({ token, until, patient: request.patient_name })
      }
      const chosen = { patientId, doctorId, day, time, study, requestId: request.id, reason: null }
      const id = idFor(chosen)
      onBooking(id)
      const appointment = await bookAppointment({ id, ...chosen, mail })
      onBooked(appointment.id)
    },
    onSuccess: () => {
      stored()
      void client.invalidateQueries({ queryKey: requestKeys.all })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })

  /** Makes or links the account; answers its id. */
  async function settle(typed: NewPatientForm): Promise<string> {
    const age = readAge(typed.age)
    const name = typed.full_name.trim()
    const email = typed.email.trim()
    const created = await createPatient({
      full_name: name,
      email,
      phone: typed.phone.trim() || null,
      age: age.ok ? age.value : null,
      requestId: String(request.id),
    })
    let person: Person
    if (created.outcome === 'created') {
      const { outcome: _, ...account } = created
      person = { id: account.id, name: account.fullName }
      // Stored before anything else can fail: only this browser knows the password.
      addCredential({ ...account, timestamp: Date.now() })
      onMade(account)
    } else {
      person = { id: await accountOf(email), name }
    }
    hasSettled.current = true
    setSettled(person)
    void client.invalidateQueries({ queryKey: profileKeys.all })
    void client.invalidateQueries({ queryKey: requestPatientQuery(request.id).queryKey })
    return person.id
  }

  /** The account that was linked just now; the function does not tell its id. */
  async function accountOf(email: string): Promise<string> {
    const same = await client.fetchQuery({
      ...similarPatientsQuery({ full_name: '', email, phone: '' }),
      staleTime: 0,
    })
    const account = same.find(({ why }) => why === 'email')
    if (!account) throw toAppError(null, 'create_patient')
    return account.id
  }

  function refusePatient(failure: AppError, focus: (name: string) => void) {
    toastError(failure, 'create_patient')
    // What is wrong is to be corrected.
    if (failure.reason === 'conflict' || failure.reason === 'invalid') flushSync(() => setTyping(true))
    if (failure.reason === 'conflict' || document.activeElement === document.body) focus('email')
  }

  function refuseBooking(failure: AppError) {
    if (failure.reason !== 'conflict') return toastError(failure, 'create_appointment')
    // Booked with somebody else, or rejected: the page shows what is.
    void client.invalidateQueries({ queryKey: requestKeys.all })
    if (failure.detail !== slotTaken) return toastError(failure, 'create_appointment')
    open.pick({ day: open.choice.day, time: '' })
    open.readAgain()
    if (!hasSettled.current) return toastError(failure, 'create_appointment')
    toast({ ...slotLostMeanwhile, variant: 'destructive' })
    setLost(slotLostMeanwhile.description)
  }

  /** 'Sí': of an account that one may not read, its patient is asked, as 'Aceptar' does. */
  const asking = useMutation({
    mutationFn: () => acceptRequest(request.id),
    onSuccess: () => {
      setAnswer('waits')
      toast(notices.requestAwaitsPatient)
    },
    onError: (error) => toastError(error, 'process_request'),
    onSettled: () => void client.invalidateQueries({ queryKey: requestKeys.all }),
  })
  function same() {
    const isHidden = found.outcome === 'other_name' && found.id === null
    if (!isHidden) setAnswer('same')
    else if (parseRequestStatus(request.status) === 'pendiente') asking.mutate()
    // Asked before.
    else setAnswer('waits')
  }

  return {
    form,
    who,
    open,
    doctor,
    setDoctor,
    study,
    setStudy,
    question,
    /** Whether what the request says of a new patient is corrected: by a press, or because it is refused. */
    isTyping,
    /** What the request lacks of what a new patient needs. */
    lacks: newPatientErrors(start),
    type: () => setTyping(true),
    busy: form.busy || asking.isPending,
    lost,
    /** Null where the patient may not choose. */
    offers: mayOffer(form.values) ? isOffer : null,
    setOffer,
    /** Whether the patient is told by mail. */
    mail,
    setMail,
    same,
    other: () => setAnswer('other'),
    take: ({ id, full_name }: { id: string; full_name: string }) => setTaken({ id, name: full_name }),
  }
}

function known({ id, name }: Person, again?: () => void): PatientChoice {
  return { kind: 'known', id, name, again }
}
