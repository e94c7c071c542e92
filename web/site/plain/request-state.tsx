import type { Tone } from '#domain/tone.ts'
import type { TrackedRequest } from '#web/backend/answers.ts'
import { CallLink } from '#web/ui/call-link.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { WithPhone } from './with-phone.tsx'

/** How each state is told (docs/product/requests.md): a word, and what happens next. */
const words: Record<TrackedRequest['state'], { tone: Tone; word: string; next: string }> = {
  recibida: {
    tone: 'orange',
    word: 'Recibida',
    next: 'La clínica la revisará y se pondrá en contacto contigo.',
  },
  aceptada: { tone: 'green', word: 'Aceptada', next: 'La clínica te propondrá un horario.' },
  con_enlace: { tone: 'green', word: 'Aceptada', next: 'Te enviamos un enlace para elegir tu horario.' },
  con_cita: {
    tone: 'blue',
    word: 'Con cita',
    next: 'El día y la hora están en el mensaje de la clínica.',
  },
  rechazada: { tone: 'red', word: 'No se pudo aceptar', next: 'Llámanos al {phone}.' },
}

/** Two sentences, the first of which is drawn as the chip of its meaning, and the telephone to be pressed, in a sentence that names it or below. */
export function RequestState({ state, phone }: { state: TrackedRequest['state']; phone: string }) {
  const { tone, word, next } = words[state]
  return (
    <>
      <p>
        <Chip tone={tone}>{word}</Chip>
        <span className="inline-block w-0 overflow-hidden">.</span>{' '}
        <span className="mt-2 block text-[1.0625rem]/[1.45] font-semibold">
          <WithPhone phone={phone}>{next.replace('{phone}', phone)}</WithPhone>
        </span>
      </p>
      {phone !== '' && !next.includes('{phone}') && (
        <CallLink phone={phone} size="compact" className="justify-self-start" />
      )}
    </>
  )
}
