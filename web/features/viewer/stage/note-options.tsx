import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { Segmented } from '#web/ui/segmented.tsx'
import { FilmButton } from './film.tsx'
import { isMeasured, markName, type NoteKind, useMarks } from './use-marks.tsx'
import { useShared } from './use-shared.ts'

const kinds = [
  { value: 'arrow', label: 'Flecha' },
  { value: 'point', label: 'Punto' },
  { value: 'text', label: 'Texto' },
] as const

const hints: Record<NoteKind, string> = {
  arrow: 'Arrastra desde lo que señalas hasta donde irá el texto.',
  point: 'Toca el lugar que quieres marcar.',
  text: 'Toca donde irá el texto.',
}

/** What belongs to 'Nota', below the bar: which kind is drawn, and the words of the one that was drawn or moved last. */
export function NoteOptions({ part }: { part: string }) {
  const { marks, change, remove } = useMarks()
  const [kind, setKind] = useShared(part, 'noteKind', 'arrow')
  const [chosen, choose] = useShared(part, 'note', null)
  const field = useId()
  const input = useRef<HTMLInputElement>(null)
  const note = marks.find(({ id, author }) => id === chosen && author === undefined)
  const name = note ? markName(marks, note.id) : ''
  const isWritten = note !== undefined && !isMeasured(note)

  // A new note is written at once.
  const isNew = isWritten && !note.label
  const write = useEffectEvent(() => isNew && input.current?.focus())
  useEffect(() => {
    if (chosen !== null) write()
  }, [chosen])

  /** Back to the picture, whose keys draw the next one. */
  const leave = () => input.current?.closest('section')?.parentElement?.querySelector('canvas')?.focus()

  return (
    <section
      aria-label="Nota"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-film-800 bg-film-900 px-3 py-1.5 text-meta text-film-ink-2"
    >
      <Segmented tone="film" label="Clase de nota" value={kind} options={kinds} onChange={setKind} />
      {isWritten ? (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-sm:basis-full">
          <label htmlFor={field}>{note.kind === 'text' ? name : `Texto de ${name.toLowerCase()}`}</label>
          <input
            ref={input}
            id={field}
            value={note.label ?? ''}
            maxLength={200}
            onChange={({ currentTarget: { value } }) =>
              change((before) => before.map((one) => (one.id === note.id ? { ...one, label: value } : one)))
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              event.preventDefault()
              leave()
            }}
            className="min-h-9 w-20 max-w-80 min-w-0 flex-1 rounded-small border border-film-700 bg-film-950 px-2 text-meta text-film-ink pointer-coarse:min-h-11"
          />
          <FilmButton
            compact
            icon={<Trash2 aria-hidden className="size-4.5" />}
            onClick={() => {
              leave()
              remove([note.id])
              choose(null)
            }}
          >
            Borrar nota
          </FilmButton>
        </div>
      ) : (
        <p>{hints[kind]}</p>
      )}
    </section>
  )
}
