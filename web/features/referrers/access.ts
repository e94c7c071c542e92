import { Lock, type LucideIcon } from 'lucide-react'
import type { Tone } from '#domain/tone.ts'
import type { DentistAccount } from '#web/backend/answers.ts'

/** Whether an account may be used, as a chip shows it. */
export function accessOf({ active, activated }: DentistAccount): {
  tone: Tone
  children: string
  Icon?: LucideIcon
} {
  if (!active) return { tone: 'grey', children: 'Acceso cerrado', Icon: Lock }
  return activated ? { tone: 'green', children: 'Con acceso' } : { tone: 'orange', children: 'Sin activar' }
}
