import { problemWords } from '#web/copy/imaging.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx'
import type { Unopenable } from './use-study-sending.ts'

/** Says what the patient will see instead of the study, and asks whether to add it anyway. */
export function UnopenableDialog({ question: { problem, answer } }: { question: Unopenable }) {
  const { title } = problemWords[problem]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(false)}
      width="narrow"
      title="Este archivo no se podrá ver aquí"
      footer={
        <>
          <DialogCancel>Elegir otro</DialogCancel>
          <Button variant="primary" onClick={() => answer(true)}>
            Agregar de todos modos
          </Button>
        </>
      }
    >
      <p>
        En lugar del estudio, tu paciente leerá «<strong>{title}</strong>». Solo podrá descargar el archivo y
        abrirlo con otro programa.
      </p>
      <p className="mt-3 text-ink-2">
        Se ven aquí DICOM, STL, PLY, OBJ, PDF y fotos (JPEG, PNG, WebP, GIF, BMP, TIFF o AVIF; HEIC solo en
        algunos navegadores), sueltos, en una carpeta o en un ZIP.
      </p>
    </Dialog>
  )
}
