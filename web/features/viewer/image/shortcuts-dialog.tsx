import { Dialog } from '#web/ui/dialog.tsx'
import { shortcuts } from './shortcuts.ts'

/** 'Atajos': what each key does, and what fingers and wheel do. */
export function ShortcutsDialog({
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
      description="Funcionan cuando la imagen o sus herramientas tienen el foco."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard, and holds nothing else. */}
      <section tabIndex={0} aria-label="Lista de atajos">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
          {shortcuts.map(({ id, keys, does }) => (
            <div key={id} className="contents">
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
          <li>Rueda: acerca o aleja; en una serie pasa las imágenes, y con Ctrl acerca.</li>
          <li>Botón derecho y arrastrar: brillo y contraste. Botón central: mover.</li>
          <li>Dos dedos: acercar y mover.</li>
        </ul>
      </section>
    </Dialog>
  )
}
