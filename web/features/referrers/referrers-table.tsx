import { useState } from 'react'
import type { ReferringDoctor } from '#web/backend/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'

const columns: Column<ReferringDoctor>[] = [
  { header: 'Doctor Referente', place: 'title', sort: 'nombre', cell: ({ name }) => name },
  {
    header: 'Referencias',
    term: true,
    align: 'right',
    sort: 'referencias',
    cell: ({ referrals }) => referrals.toLocaleString('es-MX'),
  },
  { header: 'Variaciones', cell: (row) => <Spellings row={row} /> },
]

/** One page of referring doctors with what their name was written like. */
export function ReferrersTable(props: Pick<DataTableProps<ReferringDoctor>, 'rows' | 'sort' | 'onSort'>) {
  return <DataTable {...props} label="Doctores referentes" columns={columns} rowKey={({ key }) => key} />
}

const shownAtFirst = 4

/** The most frequent spellings; if there are very many, the answer has the first ones and the number. */
function Spellings({ row: { spellings, variations } }: { row: ReferringDoctor }) {
  const [all, setAll] = useState(false)
  const shown = all ? spellings : spellings.slice(0, shownAtFirst)
  const hidden = spellings.length - shown.length
  const unnamed = variations - spellings.length
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-ink-2">
        {shown.map(({ name, count }) => (
          <li key={name} className="min-w-0 wrap-break-word">
            {name} <span className="text-ink-3 tabular-nums">({count.toLocaleString('es-MX')})</span>
          </li>
        ))}
        {hidden === 0 && unnamed > 0 && (
          <li className="text-ink-3">y {unnamed.toLocaleString('es-MX')} más</li>
        )}
      </ul>
      {hidden > 0 && (
        <Button variant="link" size="compact" onClick={() => setAll(true)}>
          Ver {(hidden + unnamed).toLocaleString('es-MX')} más
        </Button>
      )}
    </>
  )
}
