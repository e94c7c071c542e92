import { cx } from '#web/ui/cx.ts'

/** Figures as a table: the first column names the rows, the others are numbers. */
export function FigureTable({
  caption,
  heads,
  rows,
}: {
  /** What it shows; read aloud. */
  caption: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-sunken text-meta text-ink-2">
        <tr>
          {heads.map((head, at) => (
            <th
              key={head}
              scope="col"
              className={cx(
                'px-3 py-2 font-semibold first:pl-4.5 last:pr-4.5',
                at > 0 ? 'text-right' : 'text-left',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(([name, ...figures]) => (
          <tr key={name}>
            <th scope="row" className="px-3 py-2 text-left font-normal wrap-break-word first:pl-4.5">
              {name}
            </th>
            {figures.map((figure, at) => (
              <td key={heads[at + 1]} className="px-3 py-2 text-right last:pr-4.5">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
