import type { ComponentProps, ReactNode } from 'react'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** One list of a patient's record, which its tab names: its newest page, the way to older ones, and a text when empty. */
export function RecordList<Row extends { id: string }>({
  skeleton = 3,
  row,
  ...list
}: Omit<ComponentProps<typeof ListPanel<Row>>, 'skeleton' | 'children'> & {
  /** How many skeleton rows to show while loading. */
  skeleton?: number
  row: (row: Row) => ReactNode
}) {
  return (
    <ListPanel {...list} isPlain isShort skeleton={<SkeletonRows rows={skeleton} />}>
      {(rows) => (
        <ul className="divide-y divide-line">
          {rows.map((each) => (
            <li key={each.id} className="px-4.5 py-2">
              {row(each)}
            </li>
          ))}
        </ul>
      )}
    </ListPanel>
  )
}
