import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { wantsRemindersQuery } from '#web/queries/messages.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toastError } from './toast-error.ts'

/** Whether a patient is reminded of appointments, saved at once by `save`; nothing until it is known. */
export function RemindersSwitch({
  id,
  label,
  help,
  save,
  className,
}: {
  id: string
  label: string
  help?: string
  save: (id: string, wanted: boolean) => Promise<void>
  className?: string
}) {
  const client = useQueryClient()
  const query = wantsRemindersQuery(id)
  const { data: wanted } = useQuery(query)
  const change = useMutation({
    mutationFn: (value: boolean) => save(id, value),
    onSuccess: (_, value) => client.setQueryData(query.queryKey, value),
    onError: (failure) => toastError(failure, 'save_reminders'),
  })
  if (wanted === undefined || wanted === null) return null
  return (
    <Checkbox
      label={label}
      help={help}
      checked={change.isPending ? change.variables : wanted}
      onChange={(event) => change.mutate(event.target.checked)}
      className={className}
    />
  )
}
