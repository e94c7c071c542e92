import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { splitMatch } from './split-match.ts'
import { useSuggestions } from './use-suggestions.ts'

type DoctorFieldProps = {
  label: string
  name: string
  error?: string
  className?: string
  onPick: () => void
}

/** Free text with the names of known referring doctors; works with arrows, Enter and Escape. */
export function DoctorField({ label, name, error, className, onPick }: DoctorFieldProps) {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const names = useSuggestions(typed)
  const open = names.length > 0

  const close = () => {
    setTyped('')
    setActive(-1)
  }
  const pick = (doctor: string) => {
    if (input.current) input.current.value = doctor
    close()
    onPick()
  }
  const steer = (event: KeyboardEvent) => {
    if (!open) return
    const chosen = names[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % names.length)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? names.length - 1 : active - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && chosen !== undefined) pick(chosen)
    else return
    event.preventDefault()
  }

  return (
    <div className={cx('relative', className)}>
      <TextField
        ref={input}
        label={label}
        name={name}
        placeholder="Escribe al menos 2 letras"
        autoComplete="off"
        maxLength={200}
        optional
        error={error}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={list}
        aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(-1)
        }}
        onKeyDown={steer}
        onBlur={close}
        trailing={<Search aria-hidden className="pointer-events-none mr-3 size-5 text-ink-3" />}
      />
      <div
        id={list}
        role="listbox"
        aria-label="Doctores sugeridos"
        hidden={!open}
        className="absolute inset-x-0 z-dialog mt-1.5 overflow-hidden rounded-panel border border-line bg-surface p-1.5 shadow-3"
      >
        {names.map((doctor, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
          <div
            key={doctor}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Taking the focus would close the list before the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(doctor)}
            className="flex min-h-11 cursor-pointer items-center rounded-thumb px-3 hover:bg-sunken aria-selected:bg-brand-50"
          >
            <Suggestion doctor={doctor} typed={typed} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Suggestion({ doctor, typed }: { doctor: string; typed: string }) {
  const [before, match, after] = splitMatch(doctor, typed)
  return (
    <span>
      {before}
      <b className="text-brand-800">{match}</b>
      {after}
    </span>
  )
}
