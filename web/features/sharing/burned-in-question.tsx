import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Question } from './use-make-share.ts'

const words: Record<Question['burnedIn'], string> = {
  yes: 'El archivo dice que la imagen lleva datos escritos encima, y esos no se pueden borrar. Quien la abra podría leer de quién es.',
  possible:
    'Los datos del archivo ya no están, pero este tipo de imagen puede llevar el nombre escrito encima, y eso no se puede borrar. Mírala antes de compartirla.',
}

/** Asks before a copy is shared whose pictures may show a name. */
export function BurnedInQuestion({ question }: { question: Question | null }) {
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && question?.answer(false)}
      title="La imagen puede mostrar el nombre"
      description={question && words[question.burnedIn]}
      confirmLabel="Compartir de todos modos"
      variant="primary"
      onConfirm={() => question?.answer(true)}
    />
  )
}
