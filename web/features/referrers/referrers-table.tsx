import { useState } from 'react'
import type { ReferringDoctor } from '#web/data/database.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'

const columns: Column<ReferringDoctor>[] = [
  { header: 'Doctor Referente', title: true, sort: 'nombre', cell: ({ name }) => name },
  {
    header: 'Referencias',
    align: 'right',
    sort: 'referencias',
    cell: ({ referrals }) => referrals.toLocaleString('es-MX'),
  },
  { header: 'Variaciones', cell: ({ spellings }) => <Spellings spellings={spellings} /> },
]

/** One page of referring doctors with what their name was written like. */
export function ReferrersTable(props: Pick<DataTableProps<ReferringDoctor>, 'rows' | 'sort' | 'onSort'>) {
  return <DataTable {...props} label="Doctores referentes" columns={columns} rowKey={({ key }) => key} />
}

const shownAtFirst = 4

function Spellings({ spellings }: Pick<ReferringDoctor, 'spellings'>) {
  const [all, setAll] = useState(false)
  const shown = all ? spellings : spellings.slice(0, shownAtFirst)
  const hidden = spellings.length - shown.length
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-ink-2 max-table:justify-end">
        {shown.map(({ name, count }) => (
          <li key={name}>
            {name} <span className="text-ink-3 tabular-nums">({count.toLocaleString('es-MX')})</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="link" size="compact" onClick={() => setAll(true)}>
          Ver {hidden} más
        </Button>
      )}
    </>
  )
}
