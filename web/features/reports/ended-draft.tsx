import { useQueryClient } from '@tanstack/react-query'
import type { ReportContent, ReportState } from '#domain/report.ts'
import { textOf } from '#domain/report-changes.ts'

import { reportKeys } from '#web/queries/report-keys.ts'
import { Button } from '#web/ui/button.tsx'

/** A draft that was signed or removed elsewhere while it was on the screen: its last words stay to be read. */
export function EndedDraft({ state, content }: { state: ReportState | 'gone'; content: ReportContent }) {
  const client = useQueryClient()
  const texts = [
    ...content.sections.map((section) => ({ title: section.title, text: textOf(section) })),
    { title: 'Impresión', text: content.impression },
    { title: 'Recomendaciones', text: content.recommendations },
  ].filter(({ text }) => text !== '')
  return (
    <div className="grid content-start gap-4 overflow-y-auto p-4.5">
      <p role="alert" className="font-semibold">
        {state === 'gone'
          ? 'Este borrador ya no existe.'
          : 'Este informe se firmó en otra ventana. Un informe firmado no se modifica ni se borra.'}
      </p>
      <Button
        className="justify-self-start"
        onClick={() => void client.invalidateQueries({ queryKey: reportKeys.all })}
      >
        Ver cómo quedó
      </Button>
      {texts.map(({ title, text }) => (
        <section key={title} aria-label={title} className="grid gap-1">
          <h3 className="text-label">{title}</h3>
          <p className="wrap-break-word whitespace-pre-line select-text">{text}</p>
        </section>
      ))}
    </div>
  )
}
