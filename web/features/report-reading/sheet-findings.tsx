import { useClinicZone } from '#web/hooks/clock.ts'
import type { ReadReport, ReadSection } from '#web/queries/read-report.ts'
import { Heading, Part, Prose } from './sheet-parts.tsx'
import { momentWords } from './signed-moment.ts'

/** Whose report it is, and what the clinic must say of every study. */
export function StudyItems({ report }: { report: ReadReport }) {
  const zone = useClinicZone()
  const { patient_age: age, performed_at } = report
  const patient = [age !== null && `${age} ${age === 1 ? 'año' : 'años'}`, report.patient_sex]
  const items: [term: string, value: string][] = [
    ['Paciente', report.patient_name],
    ['Edad y sexo', patient.filter(Boolean).join(', ')],
    ['Fecha y hora del estudio', performed_at ? momentWords(performed_at, zone) : ''],
    ['Quién solicitó el estudio', report.requested_by],
    ['Estudio solicitado', report.study_name],
    ['Problema clínico', report.clinical_question],
    ['Quién realizó el estudio', report.performed_by],
    ['Incidentes o accidentes', report.incidents],
  ]
  return (
    <dl className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-y-1 border-y border-line py-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6 print:grid-cols-[auto_minmax(0,1fr)] print:gap-x-6">
      {items.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="font-semibold max-sm:mt-1 print:mt-0">{term}</dt>
          <dd className="wrap-break-word whitespace-pre-line tabular-nums">{value || 'Sin anotar'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How the study was made, and what its images show, part by part. */
export function Findings({ report }: { report: ReadReport }) {
  return (
    <>
      <Part title="Técnica">{report.technique}</Part>
      <Part title="Calidad y limitaciones">{report.quality}</Part>
      <Part title="Comparación">{report.compared_with}</Part>
      {report.sections.map((section) => (
        <Section key={section.key} section={section} />
      ))}
    </>
  )
}

function Section({ section }: { section: ReadSection }) {
  const { title, text = '', outside = false, columns = [], rows = [] } = section
  if (outside) {
    return (
      <section className="mt-3 flex flex-wrap items-baseline gap-x-3">
        <Heading>{title}</Heading>
        <p>Fuera del campo.</p>
      </section>
    )
  }
  return (
    <section className="mt-5">
      <Heading>{title}</Heading>
      {text.trim() !== '' && <Prose>{text}</Prose>}
      {rows.length > 0 && <Rows columns={columns} rows={rows} />}
    </section>
  )
}

function Rows({ columns, rows }: { columns: string[]; rows: string[][] }) {
  return (
    <div className="mt-1 overflow-x-auto print:overflow-visible">
      <table className="w-full text-[9.5pt]/[1.4]">
        {columns.length > 0 && (
          <thead>
            <tr className="border-b border-ink text-left align-bottom">
              {columns.map((column) => (
                <th key={column} scope="col" className="py-1 pr-3 font-semibold">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is shown never changes its order.
            <tr key={row} className="break-inside-avoid border-b border-line align-top">
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell belongs to its column.
                <td key={at} className="py-1 pr-3 wrap-anywhere tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
