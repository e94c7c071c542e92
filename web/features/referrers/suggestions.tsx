import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, Combine } from 'lucide-react'
import { ListRows } from '#web/parts/lists/list-rows.tsx'
import { mergeReferrers, referrerSuggestionsQuery } from '#web/queries/referrers.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useReferrerChange } from './use-referrer-change.ts'

/** Names that look alike; one click lets them count together, and below it can be undone. */
export function Suggestions() {
  const query = useQuery(referrerSuggestionsQuery())
  const { busy, change, list } = useReferrerChange('merge_referrers')
  return (
    <Panel
      title="Nombres parecidos"
      aside={
        query.data &&
        query.data.length > 0 && (
          <p className="text-meta text-ink-3">Si son la misma persona, únelos: las solicitudes no cambian.</p>
        )
      }
    >
      <ListRows
        query={query}
        code="load_referring_doctors"
        Icon={Check}
        empty="No hay nombres parecidos por revisar."
        skeleton={<SkeletonRows rows={2} />}
      >
        {(pairs) => (
          <ul
            ref={list}
            tabIndex={-1}
            aria-label="Nombres parecidos"
            className="divide-y divide-line outline-none"
          >
            {pairs.map((pair) => {
              const { from_key, from_name, into_key, into_name, similarity } = pair
              const key = `${from_key} ${into_key}`
              return (
                <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3">
                  <p className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-2">
                    <span className="min-w-0 wrap-break-word">{from_name}</span>
                    <ArrowRight aria-hidden className="size-4.5 text-ink-3" />
                    <span className="sr-only">podría ser</span>
                    <b className="min-w-0 font-semibold wrap-break-word">{into_name}</b>
                  </p>
                  <p className="text-meta text-ink-3 tabular-nums">
                    {Math.round(similarity * 100)}&nbsp;% parecidos
                  </p>
                  <Button
                    size="compact"
                    className="ml-auto"
                    icon={<Combine aria-hidden className="size-4.5" />}
                    aria-label={`Unir ${from_name} con ${into_name}`}
                    busy={busy === key}
                    busyLabel="Uniendo..."
                    onClick={() =>
                      change(key, async () => {
                        await mergeReferrers(pair)
                        toast({
                          title: 'Nombres unidos',
                          description: `«${from_name}» cuenta ahora con «${into_name}».`,
                        })
                      })
                    }
                  >
                    Unir
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </ListRows>
    </Panel>
  )
}
