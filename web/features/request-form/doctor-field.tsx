import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import { Match } from '#web/ui/match.tsx'
import { useSuggestions } from './use-suggestions.ts'

type DoctorFieldProps = {
  label: string
  name: string
  error?: string
  className?: string
  onPick: () => void
}

/** Free text with the names of known referring doctors. */
export function DoctorField({ label, name, error, className, onPick }: DoctorFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const names = useSuggestions(typed)
  const close = () => setTyped('')

  useEffect(() => {
    // Letters typed before hydration reached no handler.
    const field = input.current
    if (field && field === document.activeElement) setTyped(field.value)
  }, [])

  return (
    <Combobox
      ref={input}
      label={label}
      name={name}
      placeholder="Escribe al menos 2 letras"
      maxLength={200}
      optional
      error={error}
      className={className}
      trailing={<Search aria-hidden className="pointer-events-none mr-3 size-5 text-ink-3" />}
      listLabel="Doctores sugeridos"
      options={names}
      optionKey={(doctor) => doctor}
      draw={(doctor) => <Match text={doctor} typed={typed} />}
      open={names.length > 0}
      onChange={(event) => setTyped(event.target.value)}
      onPick={(doctor) => {
        if (input.current) input.current.value = doctor
        close()
        onPick()
      }}
      onClose={close}
    />
  )
}
