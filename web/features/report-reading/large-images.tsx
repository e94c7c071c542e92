import { useState } from 'react'
import type { ReadImage } from '#web/queries/read-report.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FilmPicture } from '#web/ui/film-picture.tsx'
import { useKeyImage } from './use-key-image.ts'

/** Key images beside each other; each opens large. */
export function LargeImages({ images }: { images: readonly ReadImage[] }) {
  const [opened, setOpened] = useState<number | null>(null)
  const large = opened === null ? undefined : images[opened]
  return (
    <>
      <ul className="grid grid-cols-2 gap-3">
        {images.map((image, at) => (
          <li key={image.path}>
            <button type="button" className="grid w-full gap-1.5 text-left" onClick={() => setOpened(at)}>
              <Film image={image} number={at + 1} className="aspect-4/3 w-full rounded-thumb" />
              <span className="text-meta wrap-break-word text-ink-2">
                {image.caption ?? `Imagen ${at + 1}`}
              </span>
              <span className="sr-only">Abrir en grande</span>
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={large !== undefined}
        onOpenChange={() => setOpened(null)}
        title={`Imagen ${(opened ?? 0) + 1} de ${images.length}`}
      >
        {large && (
          <div className="grid gap-2">
            <Film image={large} number={(opened ?? 0) + 1} className="h-[60vh] w-full rounded-thumb" />
            {large.caption && <p className="wrap-break-word">{large.caption}</p>}
          </div>
        )}
      </Dialog>
    </>
  )
}

function Film({ image, number, className }: { image: ReadImage; number: number; className: string }) {
  const { address, refused } = useKeyImage(image.path)
  if (refused) return <span className={className}>No se pudo cargar la imagen.</span>
  return (
    <FilmPicture
      src={address}
      film={{ ...image, tint: null }}
      alt={`Imagen clave ${number}: ${image.caption ?? 'sin descripción'}`}
      className={className}
    />
  )
}
