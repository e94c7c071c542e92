import { type ComponentProps, type ReactNode, useState } from 'react'
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
  return (
    <>
      <Button
        variant="link"
        size="compact"
        className="no-print"
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
        footer={<DialogCancel>Cerrar</DialogCancel>}
      >
        <div className="-mx-5 -my-5 sm:-mx-6">
          <FigureTable {...table} />
        </div>
      </Dialog>
    </>
  )
}
