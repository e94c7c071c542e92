import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as paths from '#web/hooks/paths.ts'
import { SectionNav } from '#web/ui/section-nav.tsx'

/** The parts of a record in their order, by the word that the address has. */
const names = {
  estudios: 'Estudios',
  notas: 'Notas',
  citas: 'Citas',
  pagos: 'Pagos',
  historial: 'Historial',
} as const

type SectionId = keyof typeof names
const ids = Object.keys(names) as SectionId[]

/** One part of a record at a time, the studies first. A part that was opened stays as it was left, with what was typed into it. */
export function RecordSections({
  patientId,
  children,
}: {
  patientId: string
  children: Record<SectionId, ReactNode>
}) {
  const [params] = useSearchParams()
  const shown = ids.find((id) => id === params.get('seccion')) ?? 'estudios'
  const [opened, setOpened] = useState<readonly SectionId[]>([])
  if (!opened.includes(shown)) setOpened([...opened, shown])
  return (
    <div>
      <SectionNav
        label="Secciones del expediente"
        sections={ids.map((id) => ({
          label: names[id],
          to: id === 'estudios' ? paths.patient(patientId) : paths.patientSection(patientId, id),
          current: id === shown,
        }))}
        className="grid grid-cols-[repeat(5,auto)] sm:inline-grid"
      />
      {opened.map((id) => (
        <div key={id} hidden={id !== shown}>
          {children[id]}
        </div>
      ))}
    </div>
  )
}
