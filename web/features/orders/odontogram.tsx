import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dentitions, isTooth, nextTooth, toothName } from '#domain/odontogram.ts'
import { Midline } from '#web/parts/orders/midline.tsx'
import { Tooth } from '#web/parts/orders/tooth.tsx'
import { cx } from '#web/ui/cx.ts'
import { Segmented } from '#web/ui/segmented.tsx'

type Dentition = keyof typeof dentitions

const options = [
  { value: 'permanent' as const, label: 'Permanentes' },
  { value: 'primary' as const, label: 'Temporales' },
]

/** How long a first digit waits for its second, in milliseconds. */
const digitPatience = 1500

/**
 * The teeth of a mouth, of which any are marked: by touch, and by keyboard with the arrows and the space bar or by typing a
 * number. It is one stop for the tabulator.
 */
export function Odontogram({
  marked,
  onChange,
}: {
  /** FDI numbers. */
  marked: readonly number[]
  onChange: (marked: number[]) => void
}) {
  const [shown, setShown] = useState<Dentition>('permanent')
  const [at, setAt] = useState(11)
  const typed = useRef({ digit: '', when: 0 })
  const box = useRef<HTMLFieldSetElement>(null)
  const hint = useId()
  const arch = dentitions[shown]
  // One that another way of seeing does not have cannot be the stop.
  const stop = [...arch.upper, ...arch.lower].includes(at) ? at : (arch.upper[0] ?? 18)

  const toggle = (number: number) =>
    onChange(marked.includes(number) ? marked.filter((one) => one !== number) : [...marked, number])

  function go(number: number) {
    flushSync(() => {
      setShown(number > 50 ? 'primary' : 'permanent')
      setAt(number)
    })
    box.current?.querySelector<HTMLInputElement>(`[value="${number}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (/^\d$/.test(event.key)) {
      const { digit, when } = typed.current
      const number = Number(digit + event.key)
      const isSecond = digit !== '' && event.timeStamp - when < digitPatience
      typed.current = isSecond ? { digit: '', when: 0 } : { digit: event.key, when: event.timeStamp }
      if (!isSecond || !isTooth(number)) return
      toggle(number)
      go(number)
      return
    }
    const next = nextTooth(arch, stop, event.key)
    if (!/^(Arrow|Home|End)/.test(event.key)) return
    event.preventDefault()
    go(next)
  }

  const quadrant = (numbers: readonly number[], name: string, isLower: boolean) => (
    <div className="min-w-0">
      <p
        aria-hidden
        className="mb-0.5 px-1 text-chip text-ink-3 pointer-coarse:@max-[24rem]:px-4.5 @min-[45.75rem]:sr-only"
      >
        {name}
      </p>
      <div
        className={numbers.length === 8 ? 'grid grid-cols-4 @min-[22rem]:grid-cols-8' : 'grid grid-cols-5'}
      >
        {numbers.map((number) => (
          <label
            key={number}
            className={cx(
              'relative flex min-h-14 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-field border-x-4 border-y-2 border-transparent bg-clip-padding py-0.5 text-meta tabular-nums text-ink-2 transition hover:bg-sunken',
              'has-checked:bg-brand-600 has-checked:font-bold has-checked:text-white',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand-700',
              isLower && 'flex-col-reverse',
            )}
          >
            <input
              type="checkbox"
              value={number}
              aria-label={`Pieza ${number}, ${toothName(number)}`}
              checked={marked.includes(number)}
              tabIndex={number === stop ? 0 : -1}
              onChange={() => {
                setAt(number)
                toggle(number)
              }}
              className="absolute inset-0 cursor-pointer appearance-none rounded-small outline-none"
            />
            <Tooth number={number} marked={false} className="h-7 w-5.5" />
            {number}
          </label>
        ))}
      </div>
    </div>
  )
  const half = arch.upper.length / 2

  return (
    <div>
      <Segmented
        label="Dentición"
        value={shown}
        options={options}
        onChange={setShown}
        className="mx-4.5 mb-3 sm:w-fit"
      />
      <fieldset
        ref={box}
        aria-label="Odontograma"
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        className="@container border-t border-line py-2"
      >
        {/* Marks begin where the words do, unless that left less than a finger's width. */}
        <div className="relative grid grid-cols-1 gap-x-3 gap-y-2 px-3.5 @min-[45.75rem]:grid-cols-2 pointer-coarse:gap-x-0 pointer-coarse:@max-[24rem]:px-0">
          <Midline className="@min-[45.75rem]:block" />
          {quadrant(arch.upper.slice(0, half), 'Superior derecho', false)}
          {quadrant(arch.upper.slice(half), 'Superior izquierdo', false)}
          {quadrant(arch.lower.slice(0, half), 'Inferior derecho', true)}
          {quadrant(arch.lower.slice(half), 'Inferior izquierdo', true)}
        </div>
      </fieldset>
      <p id={hint} className="border-t border-line px-4.5 py-2.5 text-meta text-ink-3 pointer-coarse:sr-only">
        Con el teclado: flechas para moverte, espacio para marcar, o escribe el número de la pieza.
      </p>
    </div>
  )
}
