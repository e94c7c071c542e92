import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toastError } from '../feedback/toast-error.ts'

/** How a wish is read; null when one may not see it. */
type WishQuery = UseQueryOptions<boolean | null, Error, boolean | null, string[]>

/** Whether a person wants something of us, saved at once by `save`; until it is known, its room alone. */
export function WishSwitch({
  query,
  label,
  help,
  save,
  className,
}: {
  query: WishQuery
  label: string
  help?: string
  save: (wanted: boolean) => Promise<void>
  className?: string
}) {
  const client = useQueryClient()
  const wish = useQuery(query)
  const wanted = wish.data
  const waits = isOnItsWay(wish)
  /** What was pressed, until it is kept: at once, or the box would jump back for a moment. */
  const [pressed, setPressed] = useState<boolean | null>(null)
  const change = useMutation({
    mutationFn: save,
    onSuccess: (_, value) => client.setQueryData(query.queryKey, value),
    onError: (failure) => toastError(failure, 'save_reminders'),
    onSettled: (_, __, value) => setPressed((now) => (now === value ? null : now)),
  })
  if (!waits && (wanted === undefined || wanted === null)) return null
  const box = (
    <Checkbox
      label={label}
      help={help}
      checked={pressed ?? wanted ?? false}
      onChange={({ target: { checked } }) => {
        setPressed(checked)
        change.mutate(checked)
      }}
      className={className}
    />
  )
  return waits ? (
    <div aria-hidden className="invisible">
      {box}
    </div>
  ) : (
    box
  )
}
