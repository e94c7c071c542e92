import { CalendarX } from 'lucide-react'
import { Chip } from '#web/ui/chip.tsx'

/** What doctors and administrators read at such an appointment. */
export const outsideWords = 'Fuera de horario'

/** The sign of an appointment that a closure or another week left outside of hours. */
export function OutsideHours({ className }: { className?: string }) {
  return (
    <Chip tone="orange" Icon={CalendarX} className={className}>
      {outsideWords}
    </Chip>
  )
}
