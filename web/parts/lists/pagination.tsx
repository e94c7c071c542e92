import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { countLimit } from '#web/backend/paging.ts'
import { Button } from '#web/ui/button.tsx'
import { useEnds } from '#web/ui/use-ends.ts'

/** Both buttons fit beside each other in the narrowest panel, with the page between them where there is room for it. */
const narrow = '@max-[30rem]:px-2.5 @max-[24rem]:[&_svg]:hidden'

export type PaginationProps = {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  /** `replace` when it leads back from a page that does not exist. */
  onPage: (page: number, options?: { replace?: boolean }) => void
  /** What is counted, in singular and plural: ['cita', 'citas']. */
  noun: readonly [one: string, many: string]
}

/**
 * 'Anterior', 'Página 2 de 5', 'Siguiente' and the total; with one page only the total. A
 * page past the end (rows were removed, or an old address) leads to the last. Of very many
 * rows it says 'más de 10,000' and pages through that many; for others, search or filter.
 */
export function Pagination({ page, pageSize, total, onPage, noun }: PaginationProps) {
  const isMore = total > countLimit
  const pages = Math.max(1, isMore ? Math.floor(countLimit / pageSize) : Math.ceil(total / pageSize))
  const leadBack = useEffectEvent(() => onPage(pages, { replace: true }))
  const lost = page > pages
  useEffect(() => {
    if (lost) leadBack()
  }, [lost])
  const back = useRef<HTMLButtonElement>(null)
  const on = useRef<HTMLButtonElement>(null)
  useEnds({ back, on, first: page <= 1, last: page >= pages })
  const shown = isMore ? `más de ${countLimit.toLocaleString('es-MX')}` : total.toLocaleString('es-MX')
  const count = `${shown} ${total === 1 ? noun[0] : noun[1]}`
  return (
    <nav aria-label="Paginación" className="@container text-meta text-ink-2 tabular-nums">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{isMore && page >= pages ? `${count}: busca o filtra para ver más` : count}</p>
        {pages > 1 && (
          <div className="flex flex-wrap items-center gap-1 @max-[30rem]:w-full @max-[30rem]:justify-between @min-[30rem]:gap-2">
            <Button
              ref={back}
              size="compact"
              className={narrow}
              disabled={page <= 1}
              icon={<ChevronLeft aria-hidden className="size-4.5" />}
              onClick={() => onPage(page - 1)}
            >
              Anterior
            </Button>
            <p
              aria-live="polite"
              className="px-1 whitespace-nowrap @max-[19rem]:order-first @max-[19rem]:basis-full"
            >
              {`Página ${page.toLocaleString('es-MX')}${isMore ? '' : ` de ${pages.toLocaleString('es-MX')}`}`}
            </p>
            <Button
              ref={on}
              size="compact"
              className={narrow}
              disabled={page >= pages}
              onClick={() => onPage(page + 1)}
            >
              Siguiente
              <ChevronRight aria-hidden className="size-4.5" />
            </Button>
          </div>
        )}
      </div>
    </nav>
  )
}
