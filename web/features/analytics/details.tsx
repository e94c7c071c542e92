import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx'
import { FigureTable } from './figure-table.tsx'

/** 'Ver detalles' of a figure: the figures behind it, in a dialog. */
export function Details({
  of: title,
  table,
  note,
}: {
  /** What the details are of. */
  of: string
  table: ComponentProps<typeof FigureTable>
  /** How to read them. */
  note?: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const body = useRef<HTMLElement>(null)
  return (
    <>
      <Button
        variant="link"
        size="compact"
        className="no-print -my-2 pointer-coarse:-my-3"
        aria-label={`Ver detalles: ${title}`}
        onClick={() => setOpen(true)}
      >
        Ver detalles
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={note}
        initialFocus={body}
        footer={<DialogCancel>Cerrar</DialogCancel>}
      >
        <section
          ref={body}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys must scroll it, and nothing in it takes the focus.
          tabIndex={0}
          aria-label={title}
          className="-mx-5 -my-5 -outline-offset-2 sm:-mx-6"
        >
          <FigureTable {...table} />
        </section>
      </Dialog>
    </>
  )
}
