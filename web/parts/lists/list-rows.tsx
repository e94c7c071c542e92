import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Page } from '#web/backend/client.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Loaded, type LoadedProps, type Read } from './loaded.tsx'

export type ListRowsProps<Row> = Omit<LoadedProps<never>, 'query' | 'children'> & {
  query: Read<Page<Row> | readonly Row[]>
  Icon: LucideIcon
  /** The sentence when there are no rows; the caller gives another one after a search or a filter. */
  empty: ReactNode
  /** What else there is to do without rows. */
  action?: ReactNode
  /** Shows everything again; null where nothing is searched or filtered. */
  onClear?: (() => void) | null
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list, or what stands in their place while loading, after a failure, and when there are none. */
export function ListRows<Row>({
  query,
  Icon,
  empty,
  action,
  onClear,
  children,
  ...states
}: ListRowsProps<Row>) {
  return (
    <Loaded {...states} query={query}>
      {(data) => {
        const { rows, total } = 'rows' in data ? data : { rows: data, total: data.length }
        // A page past the end has no rows, but the list has: `Pagination` leads back.
        if (total > 0) return children(rows)
        const none = (
          <EmptyState
            icon={<Icon className="size-6" />}
            action={
              onClear ? (
                <Button size="compact" onClick={onClear}>
                  Limpiar filtros
                </Button>
              ) : (
                action
              )
            }
          >
            {empty}
          </EmptyState>
        )
        return states.inCard ? <Card className="overflow-clip">{none}</Card> : none
      }}
    </Loaded>
  )
}
