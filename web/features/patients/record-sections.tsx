import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The parts of a record in their order, by the id that the address names. */
const sections = {
  estudios: 'Estudios',
  notas: 'Notas',
  citas: 'Citas',
  pagos: 'Pagos',
  historial: 'Historial',
} as const

type SectionId = keyof typeof sections

/** Links to each part on screens that stack them; stays visible under the bar. */
export function RecordSections() {
  return (
    <nav
      aria-label="Secciones del expediente"
      className="sticky top-16 z-header -mx-4 overflow-x-auto border-y border-line bg-surface px-2 md:top-0 md:-mx-10 md:px-8 lg:hidden"
    >
      <ul className="flex justify-between gap-1 sm:justify-start">
        {Object.entries(sections).map(([id, name]) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              replace
              onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
              className="inline-flex min-h-11 items-center rounded-small px-2 text-meta font-semibold text-brand-700 -outline-offset-2"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A part of the record that the links above lead to. */
export function RecordSection({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className="scroll-mt-14 outline-none">
      {children}
    </div>
  )
}
