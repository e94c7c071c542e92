import { Check, CloudOff, TriangleAlert } from 'lucide-react'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { cx } from '#web/ui/cx.ts'
import { SpinnerIcon } from '#web/ui/spinner.tsx'
import type { Saving } from './report-saver.ts'

/** Whether the draft is stored; said aloud when that changes. */
export function SavingLine({ saving: { status, savedAt, ended } }: { saving: Saving }) {
  const { time } = clinicMoment(savedAt, useClinicZone())
  const lines = {
    saved: { words: `Guardado a las ${time}`, icon: <Check aria-hidden className="size-4 text-ok" /> },
    waiting: { words: 'Guardando...', icon: <SpinnerIcon /> },
    saving: { words: 'Guardando...', icon: <SpinnerIcon /> },
    offline: {
      words: 'Sin conexión. No cierres esta ventana: se guardará al volver.',
      icon: <CloudOff aria-hidden className="size-4" />,
    },
    failed: {
      words: 'No se pudo guardar el informe. Tu texto sigue aquí.',
      icon: <TriangleAlert aria-hidden className="size-4" />,
    },
  } as const
  if (ended) return null
  const { words, icon } = lines[status]
  const isBad = status === 'offline' || status === 'failed'
  return (
    <p
      role="status"
      className={cx(
        'flex min-w-0 items-center gap-1.5 text-meta tabular-nums *:[svg]:shrink-0',
        isBad ? 'text-pend' : 'text-ink-3',
      )}
    >
      {icon}
      {words}
    </p>
  )
}
