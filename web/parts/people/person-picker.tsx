import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { ChevronDown, UserPlus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { phoneText } from '#domain/phone.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { useRested } from '#web/hooks/use-debounced.ts'
import { mostPersonOptions } from '#web/queries/profiles.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Match } from '#web/ui/match.tsx'

export type PersonPickerProps = {
  label: string
  value: DoctorPatient | null
  onChange: (person: DoctorPatient | null) => void
  /** What is wrong with the choice; read with the field. */
  error?: string | null
  required?: boolean
  disabled?: boolean
  className?: string
  /** Offers 'Paciente nuevo' below the list; hears what was typed so far. */
  onNew?: (typed: string) => void
}

/** Who is chosen among, in words. */
export type PersonWords = {
  /** Singular and plural: ['paciente', 'pacientes']. */
  noun: readonly [one: string, many: string]
  /** When there is nobody at all. */
  none: string
  failure: ErrorCode
}

type Options = UseQueryOptions<DoctorPatient[], Error, DoctorPatient[], string[]>

/**
 * Chooses one person by name, e-mail or phone, searched in the database while
 * typing. `optionsQuery` returns the matches by name, one more than are shown.
 */
export function PersonPicker({
  words: { noun, none, failure },
  optionsQuery,
  label,
  value,
  onChange,
  error,
  required,
  disabled,
  className,
  onNew,
}: PersonPickerProps & { words: PersonWords; optionsQuery: (term: string) => Options }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  const term = useRested(typed.trim())
  const search = useQuery({ ...optionsQuery(term), enabled: open && !disabled })
  const stale = term !== typed.trim() || search.isPlaceholderData || search.isLoading
  const failed = search.error && !search.isFetching ? search.error : null
  const found = (failed ? [] : (search.data ?? [])).slice(0, mostPersonOptions)
  const more = (search.data?.length ?? 0) > mostPersonOptions

  const choose = (person: DoctorPatient | null) => {
    setTyped('')
    setOpen(false)
    onChange(person)
  }
  const unchosen = left && !value && typed.trim() !== '' ? `Elige un ${noun[0]} de la lista.` : null

  const note = failed ? (
    <Failure
      error={failed}
      code={failure}
      onRetry={() => {
        // The button disappears with the failure, and would take the focus with it.
        input.current?.focus()
        void search.refetch()
      }}
    />
  ) : stale && found.length === 0 ? (
    'Buscando...'
  ) : found.length === 0 ? (
    typed.trim() === '' ? (
      none
    ) : (
      `No se encontraron ${noun[1]} con esa búsqueda.`
    )
  ) : more ? (
    `Se muestran los primeros ${mostPersonOptions}. Escribe más para encontrar a otros.`
  ) : null

  return (
    <Combobox
      ref={input}
      label={label}
      required={required}
      disabled={disabled}
      className={className}
      placeholder="Busca por nombre, correo o teléfono"
      maxLength={200}
      // While typing, the list says more than the field could.
      error={open ? null : (error ?? unchosen)}
      help={value ? <Dotted parts={contactOf(value)} /> : undefined}
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
            label={`Quitar ${noun[0]}: ${value.full_name}`}
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
      listLabel={capital(noun[1])}
      options={open ? found : []}
      optionKey={({ id }) => id}
      draw={(person) => <PersonOption person={person} typed={typed} />}
      open={open}
      stale={stale}
      marksFirst={typed.trim() !== ''}
      note={
        onNew && open ? (
          <NewPerson
            note={note}
            onPick={() => {
              setOpen(false)
              onNew(typed)
            }}
          />
        ) : (
          note
        )
      }
      status={open && !stale && !failed ? countOf(found.length, more, noun) : ''}
      onPick={choose}
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false)
        setLeft(true)
      }}
    />
  )
}

function PersonOption({ person, typed }: { person: DoctorPatient; typed: string }) {
  return (
    <span className="min-w-0 wrap-break-word">
      <span className="block">
        <Match text={person.full_name} typed={typed} />
      </span>
      <span className="block text-meta text-ink-3">
        <Dotted parts={contactOf(person).map((text) => <Match key={text} text={text} typed={typed} />)} />
      </span>
    </span>
  )
}

/** The way on for somebody whom the list does not have. */
function NewPerson({ note, onPick }: { note: ReactNode; onPick: () => void }) {
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 flex-1 basis-40">{note}</span>
      <Button size="compact" icon={<UserPlus aria-hidden className="size-4.5" />} onClick={onPick}>
        Paciente nuevo
      </Button>
    </span>
  )
}

/** What tells two people of the same name apart. */
function contactOf({ email, phone }: DoctorPatient): string[] {
  return [email ?? '', phone ? phoneText(phone) : ''].filter(Boolean)
}

function Failure({ error, code, onRetry }: { error: unknown; code: ErrorCode; onRetry: () => void }) {
  return (
    <span role="alert" className="flex flex-wrap items-center justify-between gap-2">
      {errorMessage(toAppError(error, code)).description}
      <Button size="compact" onClick={onRetry}>
        Reintentar
      </Button>
    </span>
  )
}

function countOf(count: number, more: boolean, [one, many]: PersonWords['noun']): string {
  if (more) return `Más de ${count} ${many}`
  if (count === 0) return `Ningún ${one}`
  return `${count} ${count === 1 ? one : many}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
