import { Plus, Trash2 } from 'lucide-react'
import type { ReportSection } from '#domain/report.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

const mostRows = 40

/** The table of a section: a line of fields a row, which scrolls sideways where there is no room. */
export function SectionTable({
  section: { title, rows = [] },
  columns,
  onRows,
  onLeave,
}: {
  section: ReportSection
  columns: readonly string[]
  onRows: (rows: string[][]) => void
  onLeave: () => void
}) {
  const change = (row: number, column: number, value: string) =>
    onRows(
      rows.map((cells, at) =>
        at === row ? columns.map((_, place) => (place === column ? value : (cells[place] ?? ''))) : cells,
      ),
    )
  return (
    <div className="grid justify-items-start gap-2">
      {rows.length > 0 && (
        <section
          aria-label={`Tabla: ${title}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
          tabIndex={0}
          className="relative w-full overflow-x-auto rounded-field border border-line"
        >
          <table className="w-full min-w-120 border-collapse text-meta">
            <thead className="bg-sunken text-left">
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" className="px-2 py-1.5 font-semibold">
                    {name}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and their fields hold what they are given.
                <tr key={row} className="border-t border-line">
                  {columns.map((name, column) => (
                    <td key={name} className="p-1">
                      <input
                        aria-label={`${name}, fila ${row + 1}`}
                        value={cells[column] ?? ''}
                        maxLength={200}
                        onChange={({ target }) => change(row, column, target.value)}
                        onBlur={onLeave}
                        className="min-h-9 w-full min-w-16 rounded-small border border-line-strong bg-surface px-2"
                      />
                    </td>
                  ))}
                  <td className="w-11">
                    <IconButton
                      tone="bad"
                      label={`Quitar fila ${row + 1}`}
                      icon={<Trash2 aria-hidden className="size-4.5" />}
                      onClick={() => onRows(rows.filter((_, at) => at !== row))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Button
        size="compact"
        disabled={rows.length >= mostRows}
        icon={<Plus aria-hidden className="size-4.5" />}
        onClick={() => onRows([...rows, columns.map(() => '')])}
      >
        Agregar fila
      </Button>
    </div>
  )
}
