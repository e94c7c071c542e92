import { useQuery } from '@tanstack/react-query'
import { ExternalLink, UsersRound } from 'lucide-react'
import { isEmail } from '#domain/contact.ts'
import type { NewPatientForm } from '#domain/new-patient.ts'
import { isPhone, phoneText } from '#domain/phone.ts'
import type { SimilarPatient } from '#web/backend/answers.ts'
import * as paths from '#web/hooks/paths.ts'
import { useRested } from '#web/hooks/use-debounced.ts'
import { similarPatientsQuery } from '#web/queries/profiles.ts'
import { Button } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmailText } from '#web/ui/email-text.tsx'

const whys: Record<SimilarPatient['why'], string> = {
  email: 'Mismo correo',
  phone: 'Mismo teléfono',
  name: 'Nombre parecido',
}

/**
 * The doctor's patients who may be the one being typed, so that nobody is created twice. It only
 * informs: the form works without it, also when the query fails (docs/product/patients.md). With `onTake` one of them may be
 * taken instead.
 */
export function SimilarPatients({
  typed,
  onTake,
}: {
  typed: NewPatientForm
  onTake?: (patient: SimilarPatient) => void
}) {
  const form = useTelling(typed)
  const enabled = Object.values(form).some((value) => value !== '')
  const { data } = useQuery({ ...similarPatientsQuery(form), enabled })
  const found = enabled && data ? data : []
  return (
    <div role="status">
      {found.length > 0 && (
        <div className="mt-5 rounded-field border border-line bg-paper p-4">
          <p className="flex items-center gap-2 font-semibold">
            <UsersRound aria-hidden className="size-5 text-ink-3" />
            Ya tienes pacientes parecidos
          </p>
          <ul className="mt-2 -mb-2.5 divide-y divide-line">
            {found.map((patient) => (
              <Found key={patient.id} patient={patient} onTake={onTake && (() => onTake(patient))} />
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Found({
  patient: { id, full_name, email, phone, why },
  onTake,
}: {
  patient: SimilarPatient
  onTake?: () => void
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-break-word">{full_name}</p>
        <p className="text-meta text-ink-2 wrap-break-word">
          <Dotted
            parts={[
              whys[why],
              email && <EmailText key="email">{email}</EmailText>,
              phone && phoneText(phone),
            ]}
          />
        </p>
      </div>
      {/* In another tab, so that the form keeps its input. */}
      <a
        href={paths.patient(id)}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-9 touch-target items-center gap-1.5 text-meta font-semibold text-brand-700 underline-offset-4 hover:underline"
      >
        Ver Expediente
        <span className="sr-only"> de {full_name}, se abre en otra pestaña</span>
        <ExternalLink aria-hidden className="size-4.5" />
      </a>
      {onTake && (
        <Button size="compact" onClick={onTake}>
          Usar este paciente
          <span className="sr-only">: {full_name}</span>
        </Button>
      )}
    </li>
  )
}

/** The form's values when typing pauses, as far as they identify a person. */
function useTelling({ full_name, email, phone }: NewPatientForm) {
  const name = useRested(full_name.trim())
  const address = useRested(email.trim())
  const digits = useRested(phone.trim())
  return {
    full_name: name.length < 3 ? '' : name,
    email: isEmail(address) ? address : '',
    phone: isPhone(digits) ? digits : '',
  }
}
