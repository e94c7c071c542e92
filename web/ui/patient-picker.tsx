import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '#web/copy/errors.ts'
import type { DoctorPatient } from '#web/data/database.ts'
import { toAppError } from '#web/data/errors.ts'
import { mostPatientOptions, patientOptionsQuery } from '#web/data/profiles.ts'
import { useRested } from '#web/data/rested.ts'
import { useProfile } from '#web/data/session.ts'
import { Button } from './button.tsx'
import { Combobox } from './combobox.tsx'
import { IconButton } from './icon-button.tsx'
import { Match } from './match.tsx'

export type PatientPickerProps = {
  label: string
  value: DoctorPatient | null
  onChange: (patient: DoctorPatient | null) => void
  /** What is wrong with the choice; read with the field. */
  problem?: string | null
  required?: boolean
  disabled?: boolean
  className?: string
}

/** Chooses one of the doctor's patients by name, e-mail or phone; searched in the database while one types. */
export function PatientPicker({
  label,
  value,
  onChange,
  problem,
  required,
  disabled,
  className,
}: PatientPickerProps) {
  const me = useProfile()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  const term = useRested(typed.trim())
  const search = useQuery({ ...patientOptionsQuery(me, term), enabled: open && !disabled })
  const stale = term !== typed.trim() || search.isPlaceholderData || search.isLoading
  const failed = search.error && !search.isFetching ? search.error : null
  const found = (failed ? [] : (search.data ?? [])).slice(0, mostPatientOptions)
  const more = (search.data?.length ?? 0) > mostPatientOptions

  const choose = (patient: DoctorPatient | null) => {
    setTyped('')
    setOpen(false)
    onChange(patient)
  }
  const unchosen = left && !value && typed.trim() !== '' ? 'Elige un paciente de la lista.' : null

  return (
    <Combobox
      ref={input}
      label={label}
      required={required}
      disabled={disabled}
      className={className}
      placeholder="Busca por nombre, correo o teléfono"
      maxLength={200}
      // While one types the list says more than the field could.
      error={open ? null : (problem ?? unchosen)}
      help={value ? contactOf(value) : undefined}
      value={value ? value.full_name : typed}
      onChange={({ target }) => {
        if (value) onChange(null)
        setTyped(target.value)
        setLeft(false)
        setOpen(true)
      }}
      onFocus={({ target }) => value && target.select()}
      onClick={() => !value && setOpen(true)}
      trailing={
        value && !disabled ? (
          <IconButton
            label={`Quitar paciente: ${value.full_name}`}
            icon={<X aria-hidden className="size-5" />}
            onClick={() => {
              choose(null)
              input.current?.focus()
            }}
          />
        ) : (
          <ChevronDown aria-hidden className="pointer-events-none mr-3.5 size-5 text-ink-2" />
        )
      }
      listLabel="Pacientes"
      options={open ? found : []}
      optionKey={({ id }) => id}
      draw={(patient) => <PatientOption patient={patient} typed={typed} />}
      open={open}
      stale={stale}
      marksFirst={typed.trim() !== ''}
      note={
        failed ? (
          <Failure
            error={failed}
            onRetry={() => {
              // The button goes away with the failure, and would take the focus with it.
              input.current?.focus()
              void search.refetch()
            }}
          />
        ) : stale && found.length === 0 ? (
          'Buscando...'
        ) : found.length === 0 ? (
          typed.trim() === '' ? (
            'Todavía no tienes pacientes.'
          ) : (
            'No se encontraron pacientes con esa búsqueda.'
          )
        ) : more ? (
          `Se muestran los primeros ${mostPatientOptions}. Escribe más para encontrar a otros.`
        ) : null
      }
      status={open && !stale && !failed ? countOf(found.length, more) : ''}
      onPick={choose}
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false)
        setLeft(true)
      }}
    />
  )
}

function PatientOption({ patient, typed }: { patient: DoctorPatient; typed: string }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="block">
        <Match text={patient.full_name} typed={typed} />
      </span>
      <span className="block text-meta text-ink-3">
        <Match text={contactOf(patient)} typed={typed} />
      </span>
    </span>
  )
}

/** What tells two patients of one name apart. */
function contactOf({ email, phone }: DoctorPatient): string {
  return [email, phone].filter(Boolean).join(' · ')
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <span role="alert" className="flex flex-wrap items-center justify-between gap-2">
      {errorMessage(toAppError(error, 'load_patients')).description}
      <Button size="compact" onClick={onRetry}>
        Reintentar
      </Button>
    </span>
  )
}

function countOf(count: number, more: boolean): string {
  if (more) return `Más de ${count} pacientes`
  if (count === 0) return 'Ningún paciente'
  return count === 1 ? '1 paciente' : `${count} pacientes`
}
