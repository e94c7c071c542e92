import { type ComponentProps, Suspense, useEffect, useEffectEvent } from 'react'
import type { DatePopover } from './date-popover.tsx'
import { loadLater } from './load-later.tsx'
import { Reached } from './reached.tsx'
import { SpinnerIcon } from './spinner.tsx'
import { toast } from './toast.ts'

const popover = loadLater(async () => (await import('./date-popover.tsx')).DatePopover)

/** The calendar of a date field, whose code comes when it is first opened. Where the line does not bring it, the day can be typed. */
export function LaterDatePopover({
  spinnerStyle,
  ...calendar
}: ComponentProps<typeof DatePopover> & { spinnerStyle: string }) {
  return (
    <Reached instead={() => <Missing onClose={calendar.onClose} />}>
      <Suspense fallback={<SpinnerIcon className={spinnerStyle} />}>
        <popover.Later {...calendar} />
      </Suspense>
    </Reached>
  )
}

function Missing({ onClose }: { onClose: () => void }) {
  const say = useEffectEvent(() => {
    toast({
      title: 'No se pudo abrir el calendario',
      description: 'Revisa tu conexión a internet, o escribe la fecha.',
      variant: 'destructive',
    })
    onClose()
  })
  useEffect(() => say(), [])
  return null
}
