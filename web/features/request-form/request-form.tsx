import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addDays, dayInZone } from '#domain/days.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { type RequestFormErrors, readRequestForm, requestFormLimits } from '#domain/request-form.ts'
import { messages } from '#web/copy/errors.ts'
import { AgeField, EmailField, NameField, PhoneField } from '#web/parts/forms/person-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { DayField } from './day-field.tsx'
import { DoctorField } from './doctor-field.tsx'
import { clearDraft, readDraft, submissionIdOf, writeDraft } from './draft.ts'
import { type FieldName, fieldNames, fieldOf, fillEmpty, readFields } from './form-fields.ts'
import { type FormClinic, SentPanel } from './sent-panel.tsx'
import { Trap, trapped } from './trap.tsx'
import { useSending } from './use-sending.ts'
import { useStudies } from './use-studies.ts'
import { WaitingNotice } from './waiting-notice.tsx'

export type RequestFormProps = {
  /** Names of the studies that can be requested, as the server knew them. */
  studies: string[]
  /** The notice that is accepted by sending. */
  privacy: { version: string; path: string }
  /** The clinic's zone, which decides what yesterday is. */
  timeZone: string
  clinic: FormClinic
}

/** The public study request. What is typed survives errors, being offline and a reload of the tab. */
export function RequestForm({ studies, privacy, timeZone, clinic }: RequestFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = useRef<HTMLButtonElement>(null)
  /** Below the whole row: beside the day the field is too narrow for a sentence. */
  const ageProblem = useId()
  const [errors, setErrors] = useState<RequestFormErrors>({})
  const sending = useSending(() => {
    form.current?.reset()
    clearDraft(sessionStorage)
  })
  const { busy, queued, sent } = sending
  const offered = useStudies(studies)
  const today = () => dayInZone(new Date(), timeZone)
  const firstDay = () => addDays(today(), -1)

  useEffect(() => {
    if (!form.current) return
    fillEmpty(form.current, readDraft(sessionStorage))
    // What was typed before hydration reached no handler.
    const typed = readFields(form.current)
    if (fieldNames.some((name) => typed[name] !== '')) writeDraft(sessionStorage, typed)
  }, [])

  const noticeChange = (name: FieldName) => {
    // The same object when there is nothing to remove, so that typing does not re-render.
    setErrors((errors) => {
      if (errors[name] === undefined) return errors
      const { [name]: _, ...others } = errors
      return others
    })
    if (form.current) writeDraft(sessionStorage, readFields(form.current))
  }

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (queued) return
    const read = readRequestForm(readFields(element), {
      today: today(),
      studyTypes: offered,
      privacyVersion: privacy.version,
    })
    setErrors(read.ok ? {} : read.errors)
    if (!read.ok) {
      const first = fieldNames.find((name) => read.errors[name])
      if (first) fieldOf(element, first)?.focus()
    } else if (trapped(element)) {
      sending.refuse(messages.send_request.description)
    } else sending.send(read.row, submissionIdOf(sessionStorage, read.row))
  }

  const held = busy || queued
  useEffect(() => {
    // Meanwhile everything is disabled, so the focused element lost the focus.
    return held ? () => submit.current?.focus({ preventScroll: true }) : undefined
  }, [held])

  const again = () => {
    flushSync(sending.again)
    const [first] = fieldNames
    if (form.current && first) fieldOf(form.current, first)?.focus()
  }

  return (
    <>
      {sent && <SentPanel receipt={sent.receipt} clinic={clinic} onAgain={again} className={card} />}
      <form
        hidden={sent !== null}
        ref={form}
        method="post"
        action="/#contact"
        noValidate
        aria-label="Solicitud de estudio"
        aria-busy={busy || undefined}
        onSubmit={send}
        onInput={({ target }) => {
          const name = fieldNames.find((field) => 'name' in target && target.name === field)
          if (name) noticeChange(name)
        }}
        className={card}
      >
        <fieldset disabled={held} className="grid min-w-0 grid-cols-6 gap-x-4 gap-y-5">
          <NameField
            name="patient_name"
            autoComplete="name"
            maxLength={requestFormLimits.patient_name}
            hideMark
            error={errors.patient_name}
            className="col-span-6"
          />
          <EmailField
            name="patient_email"
            autoComplete="email"
            maxLength={requestFormLimits.patient_email}
            hideMark
            error={errors.patient_email}
            className="col-span-6 @min-[36rem]:col-span-3"
          />
          <PhoneField
            name="patient_phone"
            autoComplete="tel"
            maxLength={requestFormLimits.patient_phone}
            required
            hideMark
            error={errors.patient_phone}
            className="col-span-6 @min-[36rem]:col-span-3"
          />
          <Select
            label="Tipo de Estudio"
            name="study_type"
            placeholder="Selecciona un estudio"
            options={offered}
            required
            hideMark
            error={errors.study_type}
            className="col-span-6 @min-[36rem]:col-span-3"
          />
          <div className="col-span-6 grid gap-x-4 gap-y-5 min-[24rem]:grid-cols-[6.5rem_1fr] @min-[36rem]:col-span-3">
            <AgeField
              name="patient_age"
              autoComplete={undefined}
              maxLength={3}
              wrong={errors.patient_age && ageProblem}
            />
            {errors.patient_age && (
              <div className="-mt-3.5 min-[24rem]:order-last min-[24rem]:col-span-full">
                <FieldError id={ageProblem}>{errors.patient_age}</FieldError>
              </div>
            )}
            <DayField
              label="Fecha Tentativa"
              name="tentative_date"
              firstDay={firstDay}
              onPick={() => noticeChange('tentative_date')}
              error={errors.tentative_date}
            />
          </div>
          <DoctorField
            label="Doctor que refiere"
            name="referring_doctor"
            onPick={() => noticeChange('referring_doctor')}
            error={errors.referring_doctor}
            className="col-span-6"
          />
          <TextArea
            label="Notas Adicionales"
            name="notes"
            maxLength={requestFormLimits.notes}
            optional
            error={errors.notes}
            className="col-span-6"
          />
          <Trap />
        </fieldset>
        {queued && <WaitingNotice busy={busy} onSend={sending.sendNow} onEdit={sending.edit} />}
        <div className="mt-4 grid gap-4">
          <p className="text-meta text-ink-3">
            Usamos tus datos solo para agendar y entregar tu estudio. Al enviar tu solicitud aceptas el{' '}
            <a
              href={privacy.path}
              target="_blank"
              rel="noopener"
              className="font-semibold text-brand-700 underline underline-offset-4"
            >
              Aviso de privacidad
            </a>
            .
          </p>
          <FormFailure
            failure={
              sending.problem && (
                <>
                  <p>{sending.problem}</p>
                  <p className="mt-1">
                    Si prefieres, llámanos al{' '}
                    <a
                      href={phoneForms(clinic.phone).tel}
                      className="touch-target inline-block font-semibold whitespace-nowrap underline underline-offset-4 tabular-nums"
                    >
                      {phoneText(clinic.phone)}
                    </a>
                    .
                  </p>
                </>
              )
            }
          />
          {!queued && (
            <Button
              ref={submit}
              type="submit"
              variant="primary"
              busy={busy}
              busyLabel="Enviando..."
              className="shrink-0"
            >
              Enviar Solicitud
            </Button>
          )}
        </div>
      </form>
    </>
  )
}

const card =
  '@container rounded-dialog border border-line bg-surface p-[clamp(1.25rem,3vw,2.25rem)] shadow-2 noscript:hidden'
