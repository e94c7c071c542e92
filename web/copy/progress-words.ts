import type { Progress } from '#domain/study-progress.ts'
import type { Tone } from '#domain/tone.ts'

/** The word of each step and the colour of its meaning. */
export const progressLooks: Record<Progress, { label: string; tone: Tone }> = {
  recibido: { label: 'Recibido', tone: 'blue' },
  en_interpretacion: { label: 'En interpretación', tone: 'orange' },
  por_entregar: { label: 'Por entregar', tone: 'orange' },
  entregado: { label: 'Entregado', tone: 'green' },
  visto: { label: 'Visto', tone: 'green' },
}
