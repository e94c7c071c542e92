import { KeysDialog } from './keys-dialog.tsx'
import { shortcuts } from './shortcut-words.ts'
import { useWork } from './work.tsx'

const gestures = [
  'Rueda: acerca o aleja; en una serie pasa las imágenes, y con Ctrl acerca.',
  'Botón derecho y arrastrar: brillo y contraste. Botón central: mover.',
  'Dos dedos: acercar y mover.',
]

/** 'Atajos' of pictures and cuts. */
export function ShortcutsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { work } = useWork()
  return (
    <KeysDialog
      {...props}
      description="Funcionan cuando la imagen o sus herramientas tienen el foco."
      keys={work ? shortcuts : shortcuts.filter(({ id }) => id !== 'key')}
      gestures={gestures}
    />
  )
}
