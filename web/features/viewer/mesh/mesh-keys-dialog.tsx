import { Dialog } from '#web/ui/dialog.tsx'
import { keyWords } from './keys.ts'

/** 'Atajos': what can be done with a model without a mouse, and with fingers. */
export function MeshKeysDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Atajos"
      description="Funcionan cuando el modelo o sus herramientas tienen el foco."
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {keyWords.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-tag border border-line bg-sunken px-2 py-0.5 font-sans text-meta font-semibold whitespace-nowrap"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-2 text-label">Con el ratón o los dedos</h3>
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        <li>Arrastra para girar.</li>
        <li>Con dos dedos, o con el botón derecho: mover.</li>
        <li>Pellizca, o usa la rueda: acercar y alejar.</li>
      </ul>
    </Dialog>
  )
}
