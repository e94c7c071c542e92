import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { citaKeys } from '#web/data/citas.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SpinnerIcon } from '#web/ui/spinner.tsx'
import { toastError } from '#web/ui/toast-error.ts'

/** 'Actualizar': reads again what the screen shows of appointments, and says when that fails. */
export function RefreshCitas() {
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  async function refresh() {
    if (asked) return
    setAsked(true)
    try {
      await client.refetchQueries({ queryKey: citaKeys.all, type: 'active' }, { throwOnError: true })
    } catch (failure) {
      toastError(failure, 'load_appointments')
    }
    setAsked(false)
  }
  return (
    <IconButton
      label={asked ? 'Actualizando...' : 'Actualizar'}
      tone="bordered"
      aria-busy={asked || undefined}
      icon={asked ? <SpinnerIcon className="size-5" /> : <RotateCw aria-hidden className="size-5" />}
      className="size-12 rounded-field"
      onClick={refresh}
    />
  )
}
