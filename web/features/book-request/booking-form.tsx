import { CalendarPlus, Link2 } from 'lucide-react'
import { dayWithoutYear } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { RequestPatient } from '#web/backend/answers.ts'
import type { BookedRequest } from '#web/queries/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PhoneFoot } from '#web/ui/phone-foot.tsx'
import { PatientPanel } from './patient-panel.tsx'
import { TimePanel } from './time-panel.tsx'
import { type BookingCallbacks, useRequestBooking } from './use-request-booking.ts'

/** The panels of a request that is to be booked, and the one button that does it. */
export function BookingForm({
  request,
  found,
  ...heard
}: BookingCallbacks & {
  request: BookedRequest
  found: RequestPatient
}) {
  const booking = useRequestBooking(request, found, heard)
  const { form, open, busy } = booking
  const { day, time } = open.choice
  return (
    <form noValidate onSubmit={form.submit} className="grid min-w-0 grid-cols-1 gap-4">
      <Panel title="1. Paciente">
        <PatientPanel
          who={booking.who}
          found={found}
          typed={form.values}
          text={form.text}
          busy={busy}
          problem={form.problems.patient ?? null}
          question={booking.question}
          isTyping={booking.isTyping}
          lacks={booking.lacks}
          onType={booking.type}
          onSame={booking.same}
          onOther={booking.other}
          onTake={booking.take}
        />
      </Panel>
      {booking.who.kind !== 'waits' && (
        <>
          <Panel title="2. Día y hora">
            <TimePanel
              doctor={booking.doctor}
              onDoctor={booking.setDoctor}
              study={booking.study}
              onStudy={booking.setStudy}
              open={open}
              offers={booking.offers}
              onOffer={booking.setOffer}
              problems={{ ...form.problems, time: time === '' ? (booking.lost ?? form.problems.time) : null }}
              busy={busy}
            />
          </Panel>
          {found.mail && !booking.offers && (
            <Panel title="3. Aviso">
              <div className="p-4.5">
                <Checkbox
                  label="Enviar correo de confirmación"
                  checked={booking.mail}
                  onChange={(event) => booking.setMail(event.target.checked)}
                />
              </div>
            </Panel>
          )}
          <FormFailure failure={form.failure} />
          <PhoneFoot className="flex items-center justify-end gap-x-5 max-sm:justify-between max-sm:gap-x-3 sm:sticky sm:bottom-0 sm:z-1 sm:border-t sm:border-line sm:bg-paper sm:py-2.5">
            {time !== '' && !booking.offers && (
              <p className="min-w-0 text-ink-2 tabular-nums first-letter:uppercase max-sm:text-meta">
                {dayWithoutYear(day)}, {formatTime(time)}
              </p>
            )}
            <Button
              type="submit"
              variant="primary"
              className="shrink-0 max-sm:only:w-full"
              busy={busy}
              busyLabel={booking.offers ? 'Preparando...' : 'Agendando...'}
              // Whoever presses before the hours are there would be told to choose one.
              disabled={!booking.offers && open.isLoading}
              icon={
                booking.offers ? (
                  <Link2 aria-hidden className="size-5" />
                ) : (
                  <CalendarPlus aria-hidden className="size-5" />
                )
              }
            >
              {booking.offers ? 'Preparar enlace' : 'Agendar cita'}
            </Button>
          </PhoneFoot>
        </>
      )}
    </form>
  )
}
