import type { ReportContent } from '#domain/report.ts'
import { textOf } from '#domain/report-changes.ts'
import { fieldOf, fieldTitle } from '#domain/report-fields.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { Button } from '#web/ui/button.tsx'
import type { Saver, Saving } from './report-saver.ts'

/** Both texts of each field that another window changed as well, and the choice between them. */
export function ConflictPanel({ saving: { content, conflicts }, saver }: { saving: Saving; saver: Saver }) {
  if (conflicts.length === 0) return null
  return (
    // Above the fields, in view wherever one writes.
    <div className="grid max-h-[60%] shrink-0 gap-3 overflow-y-auto border-b border-line bg-surface px-4.5 py-3">
      {conflicts.map((conflict) => (
        <Question key={conflict.field} conflict={conflict} content={content} saver={saver} />
      ))}
    </div>
  )
}

function Question({
  conflict: { field, theirs, at },
  content,
  saver,
}: {
  conflict: Saving['conflicts'][number]
  content: ReportContent
  saver: Saver
}) {
  const zone = useClinicZone()
  return (
    <section
      aria-label={`Dos textos: ${fieldTitle(content, field)}`}
      className="grid gap-3 rounded-field border border-pend-strong bg-pend-soft p-4"
    >
      <p role="alert" className="font-semibold text-pend">
        Este informe se guardó en otra ventana a las {clinicMoment(at, zone).time}
      </p>
      <h3 className="text-label">{fieldTitle(content, field)}</h3>
      <div className="grid gap-3 @md:grid-cols-2">
        <Version
          title="Lo mío"
          text={wordsOf(fieldOf(content, field), field)}
          action={
            <Button size="compact" onClick={() => saver.choose(field, 'mine')}>
              Conservar lo mío
            </Button>
          }
        />
        <Version
          title="Lo guardado"
          text={wordsOf(theirs, field)}
          action={
            <Button size="compact" onClick={() => saver.choose(field, 'theirs')}>
              Usar lo guardado
            </Button>
          }
        />
      </div>
    </section>
  )
}

function wordsOf(value: unknown, field: string): string {
  if (field === 'images' && Array.isArray(value)) return `${value.length} imágenes`
  return textOf(value) || 'Sin texto'
}

function Version({ title, text, action }: { title: string; text: string; action: React.ReactNode }) {
  return (
    <div className="grid content-start justify-items-start gap-2 rounded-small bg-surface p-3">
      <p className="text-meta text-ink-3">{title}</p>
      <p className="max-h-60 w-full overflow-y-auto wrap-break-word whitespace-pre-line">{text}</p>
      {action}
    </div>
  )
}

/** What was not chosen, until the page is left. */
export function DiscardedTexts({ saving: { content, discarded } }: { saving: Saving }) {
  if (discarded.length === 0) return null
  return (
    <section
      aria-label="Texto descartado"
      className="grid gap-2 rounded-field border border-line bg-sunken p-4"
    >
      <h3 className="text-label">Texto descartado</h3>
      <ul className="grid gap-3">
        {discarded.map(({ field, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only added to, at the end.
          <li key={at} className="grid gap-1">
            <span className="text-meta text-ink-3">{fieldTitle(content, field)}</span>
            <span className="wrap-break-word whitespace-pre-line select-text">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
