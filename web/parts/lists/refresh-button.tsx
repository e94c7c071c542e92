import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { ErrorCode } from '#web/backend/errors.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SpinnerIcon } from '#web/ui/spinner.tsx'
import { toastError } from '../feedback/toast-error.ts'

/** 'Actualizar': reads again what the screen shows under a key, and says with `code` when that fails. */
export function RefreshButton({ queryKey, code }: { queryKey: QueryKey; code: ErrorCode }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  async function refresh() {
    if (asked) return
    setAsked(true)
    try {
      await client.refetchQueries({ queryKey, type: 'active' }, { throwOnError: true })
    } catch (failure) {
      toastError(failure, code)
    }
    setAsked(false)
  }
  return (
    <IconButton
      label={asked ? 'Actualizando...' : 'Actualizar'}
      tone="bordered"
      aria-busy={asked || undefined}
      icon={asked ? <SpinnerIcon className="size-5" /> : <RotateCw aria-hidden className="size-5" />}
      className="size-12 rounded-field!"
      onClick={refresh}
    />
  )
}
