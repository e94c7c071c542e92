import { useQueryClient } from '@tanstack/react-query'
import { PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { lacksOf } from '#domain/report-lacks.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { discardReport } from '#web/queries/report-drafts.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { focusField } from './field-element.ts'
import type { Saver } from './report-saver.ts'
import { SignDialog } from './sign-dialog.tsx'

/** What becomes of a draft: signed, once nothing is missing and all is stored, or discarded. */
export function DraftActions({
  report,
  saver,
  onTried,
}: {
  report: ReportRow
  saver: Saver
  /** Signing was asked for: from now on the fields say what they lack. */
  onTried: () => void
}) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'sign' | 'discard' | null>(null)
  const [busy, setBusy] = useState(false)

  async function sign(): Promise<void> {
    onTried()
    const [first] = lacksOf(saver.get().content)
    if (first) return focusField(first.field)
    setBusy(true)
    const isStored = await saver.flush().finally(() => setBusy(false))
    if (isStored) setAsked('sign')
    else toastUnsaved(saver)
  }

  async function discard(): Promise<void> {
    try {
      await discardReport(report.id)
      saver.end()
      await client.invalidateQueries({ queryKey: reportKeys.all })
      toast({ title: 'Borrador descartado' })
    } catch (failure) {
      toastError(failure, 'change_report')
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        busy={busy}
        busyLabel="Guardando..."
        icon={<PenLine aria-hidden className="size-5" />}
        className="flex-1"
        onClick={() => void sign()}
      >
        Firmar
      </Button>
      <Button
        variant="destructive"
        icon={<Trash2 aria-hidden className="size-5" />}
        onClick={() => setAsked('discard')}
      >
        Descartar
      </Button>
      {asked === 'sign' && (
        <SignDialog report={report} version={saver.version} onClose={() => setAsked(null)} />
      )}
      <ConfirmDialog
        open={asked === 'discard'}
        onOpenChange={(open) => setAsked(open ? 'discard' : null)}
        title="¿Descartar el borrador?"
        description="El estudio vuelve a «Por interpretar»."
        confirmLabel="Descartar"
        busyLabel="Descartando..."
        onConfirm={discard}
      />
    </div>
  )
}

function toastUnsaved(saver: Saver): void {
  const { conflicts } = saver.get()
  toast({
    title: 'Error',
    description:
      conflicts.length > 0
        ? 'Elige primero entre los dos textos.'
        : 'No se pudo guardar el informe. Tu texto sigue aquí.',
    variant: 'destructive',
  })
}
