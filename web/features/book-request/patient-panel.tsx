import { Pencil, UserCheck, UserPlus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import type { NewPatientErrors, NewPatientForm } from '#domain/new-patient.ts'
import type { RequestPatient, SimilarPatient } from '#web/backend/answers.ts'
import { AgeField, EmailField, NameField, PhoneField } from '#web/parts/forms/person-fields.tsx'
import { SimilarPatients } from '#web/parts/people/similar-patients.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'

/** Who comes: known, to be asked for, or to be made. */
export type PatientChoice =
  | { kind: 'known'; id: string; name: string; again?: () => void }
  | { kind: 'asked'; name: string; again?: undefined }
  | { kind: 'waits' }
  | { kind: 'new'; otherEmail: boolean; again?: () => void }

type Text = (name: keyof NewPatientForm) => Pick<TextFieldProps, 'name' | 'value' | 'error' | 'onChange'>

/** '1. Paciente': whose account the request's e-mail is, or the fields of a new one. */
export function PatientPanel({
  who,
  found,
  typed,
  text,
  busy,
  problem,
  question,
  isTyping,
  lacks,
  onType,
  onSame,
  onOther,
  onTake,
}: {
  who: PatientChoice
  found: RequestPatient
  typed: NewPatientForm
  text: Text
  busy: boolean
  problem: string | null
  /** The first answer, for the focus. */
  question: RefObject<HTMLButtonElement | null>
  /** Whether what the request says of a new one is corrected; it stands as text until then. */
  isTyping: boolean
  /** Where the request says too little of a new one the fields are there at once. */
  lacks: NewPatientErrors
  onType: () => void
  onSame: () => void
  onOther: () => void
  onTake: (patient: SimilarPatient) => void
}) {
  const id = useId()
  if (who.kind === 'known') {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4.5 py-3">
        <Tile>
          <UserCheck className="size-6" />
        </Tile>
        <div className="min-w-0 flex-1 basis-32">
          <p className="text-meta text-ink-3">Ya es paciente</p>
          <p className="font-semibold wrap-break-word">{who.name}</p>
        </div>
        {who.again && (
          <Button size="compact" disabled={busy} onClick={who.again}>
            Cambiar
          </Button>
        )}
      </div>
    )
  }
  if (who.kind === 'waits') {
    return (
      <p role="status" className="p-4.5">
        El nombre no coincide con el de la cuenta: pedimos autorización al paciente. Cuando acepte, podrás
        agendar su cita aquí.
      </p>
    )
  }
  if (who.kind === 'asked') {
    return (
      <div className="p-4.5">
        <fieldset disabled={busy} aria-describedby={problem ? `${id}-problem` : undefined}>
          <legend>Ese correo ya es de otro nombre en el sistema. ¿Es la misma persona?</legend>
          <p className="mt-1 font-semibold wrap-break-word">{who.name}</p>
          <div className="mt-4 flex flex-wrap gap-2 *:max-sm:w-full">
            <Button ref={question} onClick={onSame}>
              Sí, es la misma persona
            </Button>
            <Button onClick={onOther}>No, es otra persona</Button>
          </div>
        </fieldset>
        <div aria-live="polite" className="mt-1.5">
          {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
        </div>
      </div>
    )
  }
  return (
    <div className="px-4.5 py-3">
      {found.outcome === 'staff' && (
        <p className="mb-4">
          El correo de la solicitud pertenece a una cuenta que no es de un paciente activo.
        </p>
      )}
      {who.otherEmail && (
        <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-2">
          <span className="min-w-0 flex-1 basis-48">Escribe otro correo para esta persona.</span>
          {who.again && (
            <Button size="compact" disabled={busy} onClick={who.again}>
              Cambiar
            </Button>
          )}
        </p>
      )}
      {isTyping || Object.keys(lacks).length > 0 || who.otherEmail ? (
        <Fields text={text} busy={busy} lacksEmail={lacks.email !== undefined} takesFocus={isTyping} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Tile>
            <UserPlus className="size-6" />
          </Tile>
          <div className="min-w-0 flex-1 basis-32">
            <p className="text-meta text-ink-3">Paciente nuevo</p>
            <p className="font-semibold wrap-break-word">{typed.full_name}</p>
          </div>
          <Button
            size="compact"
            disabled={busy}
            icon={<Pencil aria-hidden className="size-4.5" />}
            onClick={onType}
          >
            Corregir datos
          </Button>
        </div>
      )}
      <SimilarPatients typed={typed} onTake={busy ? undefined : onTake} />
    </div>
  )
}

/** What a new account is made of; the first field takes the focus of the button that opened them. */
function Fields({
  text,
  busy,
  lacksEmail,
  takesFocus,
}: {
  text: Text
  busy: boolean
  lacksEmail: boolean
  takesFocus: boolean
}) {
  const frame = useRef<HTMLFieldSetElement>(null)
  const atFirst = useRef(takesFocus)
  useEffect(() => {
    if (atFirst.current) frame.current?.querySelector('input')?.focus()
  }, [])
  return (
    <fieldset ref={frame} disabled={busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <NameField {...text('full_name')} />
      <EmailField
        help={lacksEmail ? 'La solicitud no lo trae. Con él entrará a su portal.' : undefined}
        {...text('email')}
      />
      <PhoneField {...text('phone')} />
      <AgeField {...text('age')} />
    </fieldset>
  )
}

function Tile({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="inline-flex size-12 shrink-0 items-center max-sm:hidden justify-center rounded-field bg-brand-100 text-brand-800"
    >
      {children}
    </span>
  )
}
