import { ImagePlus } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import type { Study } from '#web/backend/database.ts'
import { pictureTypes, readPicture } from '#web/parts/studies/read-picture.ts'
import { toast } from '#web/ui/toast.ts'
import { FilmButton } from '../stage/film.tsx'
import { drawnAnew } from './key-file.ts'
import { byHand, KeyStrip } from './key-strip.tsx'
import { useKeyImages } from './use-key-images.ts'

const mostMb = 5

/** The key images of a study that lies elsewhere: what was saved there is added by hand (docs/product/viewer.md). */
export function LinkPictures({ study }: { study: Pick<Study, 'id' | 'patient_id' | 'file_url'> }) {
  const keys = useKeyImages(study)
  const file = useRef<HTMLInputElement>(null)

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (!chosen) return
    const read = await readPicture(chosen, mostMb)
    if (typeof read === 'string')
      toast({ title: 'Error de carga', description: read, variant: 'destructive' })
    else await keys.add(() => drawnAnew(read), byHand)
  }

  return (
    <section aria-labelledby="imagenes-clave" className="border-t border-film-800 bg-film-900">
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-1.5">
        <h2 id="imagenes-clave" className="text-label">
          Imágenes clave
        </h2>
        <FilmButton
          disabled={keys.isBusy}
          icon={<ImagePlus aria-hidden className="size-4.5" />}
          onClick={() => file.current?.click()}
        >
          Agregar imagen
        </FilmButton>
        <input
          ref={file}
          type="file"
          accept={pictureTypes}
          aria-label="Archivo de la imagen clave"
          tabIndex={-1}
          className="sr-only"
          onChange={choose}
        />
      </div>
      <KeyStrip
        keys={keys}
        none={`Todavía no hay imágenes clave. Agrega lo que guardaste del otro sitio: PNG, JPEG o WebP de hasta ${mostMb} MB.`}
      />
    </section>
  )
}
