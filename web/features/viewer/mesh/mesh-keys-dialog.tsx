import { KeysDialog } from '../stage/keys-dialog.tsx'
import { keyWords } from './keys.ts'

const gestures = [
  'Arrastra para girar.',
  'Con dos dedos, o con el botón derecho: mover.',
  'Pellizca, o usa la rueda: acercar y alejar.',
]

/** 'Atajos' of models. */
export function MeshKeysDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <KeysDialog
      {...props}
      description="Funcionan cuando el modelo o sus herramientas tienen el foco."
      keys={keyWords}
      gestures={gestures}
    />
  )
}
