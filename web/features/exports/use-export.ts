import { useEffect, useRef, useState } from 'react'
import { useClinicZone } from '#web/hooks/clock.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { logAccess } from '#web/queries/access.ts'
import type { ExportKind } from '#web/queries/exports.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { type ExportProgress, exportFile } from './export-file.ts'

/** One kind's export: its progress (null when not running), how to start and how to cancel it. */
export function useExport(kind: ExportKind) {
  const zone = useClinicZone()
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController | null>(null)
  // Leaving the screen cancels the export.
  useEffect(() => () => running.current?.abort(), [])

  async function begin() {
    const controller = new AbortController()
    running.current = controller
    setProgress({ rows: 0, total: 0 })
    try {
      await logAccess(`export_${kind}`, null, `export_${kind}`)
      const { signal } = controller
      saveFile(`${kind}_export.csv`, await exportFile(kind, { zone, signal, onProgress: setProgress }))
      toast({ title: 'Exportación completada', description: `Datos de ${kind} exportados.` })
    } catch (failure) {
      if (!controller.signal.aborted) toastError(failure, `export_${kind}`)
    } finally {
      if (running.current === controller) setProgress(null)
    }
  }

  function cancel() {
    running.current?.abort()
    running.current = null
    setProgress(null)
    toast({ title: 'Exportación cancelada', description: 'No se guardó ningún archivo.' })
  }

  return { progress, begin, cancel }
}
