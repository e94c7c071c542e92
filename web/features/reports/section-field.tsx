import { MessageSquareText, Ruler } from 'lucide-react'
import { type ReportSection, reportLimits, sectionField } from '#domain/report.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { fieldElement } from './field-element.ts'
import { ReportText } from './report-text.tsx'
import { SectionTable } from './section-table.tsx'
import type { Writing } from './writing.ts'

/** One headed part of the findings: text, a table where it has columns, and 'Fuera del campo'. */
export function SectionField({ section, writing }: { section: ReportSection; writing: Writing }) {
  const { key, title, text, outside, columns } = section
  const field = sectionField(key)
  const id = fieldElement(field)
  const set = (change: Partial<ReportSection>) => writing.setSection(key, change)
  return (
    <div className="grid gap-1.5">
      <ReportText
        id={id}
        label={title}
        value={text}
        rows={3}
        maxLength={reportLimits.section}
        phrases={writing.phrasesFor(key)}
        error={writing.problemAt(field)}
        onChange={(next) => set({ text: next })}
        onLeave={writing.leave}
      />
      {columns && (
        <SectionTable
          section={section}
          columns={columns}
          onRows={(rows) => set({ rows })}
          onLeave={writing.leave}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Checkbox
          label="Fuera del campo"
          checked={outside}
          onChange={({ target }) => set({ outside: target.checked })}
          onBlur={writing.leave}
          className="mr-auto"
        />
        <SectionTools id={id} title={title} sectionKey={key} writing={writing} />
      </div>
    </div>
  )
}

/** Phrases and measurements for the field with an id. */
export function SectionTools({
  id,
  title,
  sectionKey,
  writing,
}: {
  id: string
  title: string
  sectionKey: string
  writing: Writing
}) {
  return (
    <div className="flex gap-1">
      <Button
        size="compact"
        variant="ghost"
        aria-label={`Frases: ${title}`}
        icon={<MessageSquareText aria-hidden className="size-4.5" />}
        onClick={() => writing.ask({ kind: 'phrases', id, sectionKey, title })}
      >
        Frases
      </Button>
      <Button
        size="compact"
        variant="ghost"
        aria-label={`Insertar medida: ${title}`}
        icon={<Ruler aria-hidden className="size-4.5" />}
        onClick={() => writing.ask({ kind: 'measures', id, sectionKey, title })}
      >
        Insertar medida
      </Button>
    </div>
  )
}
