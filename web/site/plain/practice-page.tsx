import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type RequestForm,
  type RequestFormErrors,
  readRequestForm,
  requestFormLimits,
} from '#domain/request-form.ts'
import { requestNumber } from '#domain/request-number.ts'
import { spacedCode } from '#domain/tracking.ts'
import { askPlainly } from '#web/backend/ask-plainly.ts'
import { AppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { KeptReceipt } from '#web/features/request-form/kept-receipt.tsx'
import { useStudies } from '#web/features/request-form/use-studies.ts'
import { useClinic } from '#web/hooks/use-clinic.ts'
import { AgeField, EmailField, NameField, PhoneField } from '#web/parts/forms/person-fields.tsx'
import { type IdFor, useForm } from '#web/parts/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/panel.tsx'
import { PrivacyLink } from '#web/ui/privacy-link.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { PlainPage } from './plain-page.tsx'
import type { PlainPageProps } from './start.tsx'
import { useAsked } from './use-asked.ts'
import { Verified } from './verified.tsx'

type Practice = { name: string; practice: string }

/** Behind the QR code of a dentist's practice: a patient asks for a study in the dentist's name (docs/product/referrers.md). */
export function PracticePage({ token: code, phone }: PlainPageProps) {
  const practice = useAsked(
    () => askPlainly<Practice>('open_practice', 'practice_of_code', { code }),
    'open_practice',
  )
  const { asked } = practice
  const [sent, setSent] = useState<Sent | null>(null)
  const known = asked.is === 'answered' ? asked.answer : null
  return (
    <PlainPage phone={phone} wide>
      <Card className="p-5.5">
        {sent && <CircleCheck aria-hidden className="mb-4 size-10 text-ok" />}
        <h1 className="text-card">{sent ? 'Recibimos tu solicitud' : 'Pide tu estudio'}</h1>
        {sent ? (
          <SentCard sent={sent} />
        ) : known ? (
          // Outside of what is read aloud as it comes.
          <PracticeForm code={code} practice={known} onSent={setSent} />
        ) : (
          <Verified
            of={practice}
            asking="Abriendo el formulario..."
            unknown="Este código ya no es de ningún dentista. Pide tu estudio en el sitio de la clínica."
          >
            {() => null}
          </Verified>
        )}
      </Card>
    </PlainPage>
  )
}

const empty: RequestForm & { consent: boolean } = {
  patient_name: '',
  patient_email: '',
  patient_phone: '',
  patient_age: '',
  study_type: '',
  tentative_date: '',
  referring_doctor: '',
  notes: '',
  consent: false,
}

type Sent = { folio: string; code: string } | 'unread'

function PracticeForm({
  code,
  practice: { name, practice },
  onSent,
}: {
  code: string
  practice: Practice
  onSent: (sent: Sent) => void
}) {
  const clinic = useClinic()
  const studies = useStudies([])
  const [problem, setProblem] = useState<string | null>(null)
  const read = (typed: RequestForm) =>
    readRequestForm(typed, {
      // No day is asked for here.
      today: '2000-01-01',
      studyTypes: studies,
      privacyVersion: clinic?.privacy.version ?? '',
    })
  const form = useForm<typeof empty, RequestFormErrors>({
    start: empty,
    check: (typed) => {
      const checked = read(typed)
      return checked.ok ? {} : checked.errors
    },
    send: async ({ consent, ...typed }, idFor: IdFor) => {
      const checked = read(typed)
      if (!checked.ok) return
      if (!clinic) throw new AppError('send_request', 'network')
      const { status: _, referring_doctor: __, ...request } = checked.row
      const answer = await askPlainly<{ folio: number; code: string }>('send_request', 'request_by_code', {
        code,
        request: { ...request, submission_id: idFor({ ...request, consent }) },
        consent,
      })
      onSent(answer ? { folio: requestNumber(answer.folio), code: answer.code } : 'unread')
    },
    code: 'send_request',
    failed: (failure) => {
      setProblem(errorMessage(failure).description)
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setProblem(null)
        void form.submit(event)
      }}
      className="mt-3 grid grid-cols-1 gap-4"
    >
      <p className="text-ink-2">
        Te envía <b className="font-semibold text-ink">{name}</b>, {practice}.
      </p>
      <NameField
        hideMark
        maxLength={requestFormLimits.patient_name}
        {...form.text('patient_name')}
        autoComplete="name"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <EmailField
          hideMark
          maxLength={requestFormLimits.patient_email}
          {...form.text('patient_email')}
          autoComplete="email"
        />
        <PhoneField
          required
          hideMark
          maxLength={requestFormLimits.patient_phone}
          {...form.text('patient_phone')}
          autoComplete="tel"
        />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <Select
          label="Tipo de Estudio"
          placeholder="Selecciona un estudio"
          required
          hideMark
          options={studies}
          {...form.text('study_type')}
        />
        <AgeField maxLength={3} {...form.text('patient_age')} />
      </div>
      <TextArea
        label="Notas Adicionales"
        optional
        rows={3}
        maxLength={requestFormLimits.notes}
        {...form.text('notes')}
      />
      <Checkbox
        label={`Quiero que ${name} reciba mis imágenes`}
        help="Puedes dejar de compartirlas cuando quieras."
        {...form.tick('consent')}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="primary" busy={form.busy} busyLabel="Enviando...">
        Enviar Solicitud
      </Button>
      <p className="text-meta text-ink-3">
        Usamos tus datos solo para agendar y entregar tu estudio. Al enviar tu solicitud aceptas el{' '}
        <PrivacyLink />.
      </p>
    </form>
  )
}

function SentCard({ sent }: { sent: Sent }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="mt-4 grid gap-4 outline-none">
      {sent !== 'unread' && <KeptReceipt folio={sent.folio} code={spacedCode(sent.code)} />}
      <div>
        <h2 className="text-label">Qué sigue</h2>
        <p className="mt-1 text-ink-2">La clínica te contactará para confirmar fecha, preparación y costo.</p>
      </div>
    </div>
  )
}
