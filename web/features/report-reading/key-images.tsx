import type { ReadImage } from '#web/queries/read-report.ts'
import { Heading } from './sheet-parts.tsx'
import { useKeyImage } from './use-key-image.ts'

/** The key images of a report, two abreast, each whole and with its words. */
export function KeyImages({ images }: { images: readonly ReadImage[] }) {
  if (images.length === 0) return null
  return (
    <section className="mt-5">
      <Heading>Imágenes clave</Heading>
      <ul className="mt-2 grid grid-cols-1 gap-4 sm:grid-cols-2 print:block print:columns-2 print:gap-4">
        {images.map((image, at) => (
          <li key={image.path} className="break-inside-avoid print:mb-4">
            <KeyImage image={image} number={at + 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function KeyImage({ image, number }: { image: ReadImage; number: number }) {
  const { address, refused } = useKeyImage(image.path)
  const words = image.caption || 'Sin descripción'
  return (
    <figure>
      {address && !refused ? (
        <img
          src={address}
          alt={`Imagen clave ${number}: ${words}`}
          width={image.width}
          height={image.height}
          className="h-auto max-h-[90mm] w-full bg-film-950 object-contain"
        />
      ) : (
        <p className="flex aspect-4/3 items-center justify-center border border-line p-4 text-center text-ink-2">
          {refused ? 'No se pudo cargar la imagen.' : 'Cargando...'}
        </p>
      )}
      <figcaption className="mt-1 text-[9pt]/[1.4] wrap-break-word">
        <b>Imagen {number}.</b> {words}
      </figcaption>
    </figure>
  )
}
