import { reportLabels, reportLimits, type ReportText as TextName } from '#domain/report.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { fieldElement } from './field-element.ts'
import { ReportText } from './report-text.tsx'
import { SectionTools } from './section-field.tsx'
import type { Writing } from './writing.ts'

/** A field of one line, or with `long` of several, in which phrases may be put. */
export function PlainField({
  name,
  writing,
  long = false,
  rows,
  help,
}: {
  name: TextName
  writing: Writing
  long?: boolean
  rows?: number
  help?: string
}) {
  const { content, set, leave, problemAt } = writing
  const shared = {
    id: fieldElement(name),
    label: reportLabels[name],
    value: content[name],
    maxLength: reportLimits[name],
    error: problemAt(name),
    help,
  }
  if (!long)
    return <TextField {...shared} onChange={({ target }) => set({ [name]: target.value })} onBlur={leave} />
  return (
    <ReportText
      {...shared}
      rows={rows}
      phrases={writing.phrasesFor(name)}
      onChange={(next) => set({ [name]: next })}
      onLeave={leave}
    />
  )
}

/** A field of several lines with its tools, as a section of its own. */
export function TextSection({
  name,
  writing,
  rows = 3,
  help,
}: {
  name: TextName
  writing: Writing
  rows?: number
  help?: string
}) {
  return (
    <div data-report-stop className="grid gap-1.5">
      <PlainField name={name} writing={writing} rows={rows} help={help} long />
      <div className="flex justify-end">
        <SectionTools
          id={fieldElement(name)}
          title={reportLabels[name]}
          sectionKey={name}
          writing={writing}
        />
      </div>
    </div>
  )
}
