import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ErrorCode } from '#web/backend/errors.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { referrerKeys } from '#web/queries/referrers.ts'

/**
 * Merges or undoes, one at a time, and reloads everything. The row disappears with its
 * button, so the focus moves to `list`; `busy` is the key of the row being changed.
 */
export function useReferrerChange(code: ErrorCode) {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [busy, setBusy] = useState<string | null>(null)
  async function change(key: string, run: () => Promise<void>) {
    if (busy !== null) return
    setBusy(key)
    try {
      await run()
      await client.invalidateQueries({ queryKey: referrerKeys.all })
      list.current?.focus()
    } catch (failure) {
      toastError(failure, code)
    }
    setBusy(null)
  }
  return { busy, change, list }
}
