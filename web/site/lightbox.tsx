import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

/**
 * The box for one image over the whole screen. It is in the page, closed, from the start: opening an image
 * only draws the image. live/lightbox.ts fills it, shows the controls for several images, and turns the pages.
 */
export function Lightbox() {
  return (
    <dialog
      data-lightbox
      aria-label="Imagen ampliada"
      className="on-film z-lightbox m-0 size-full max-h-none max-w-none animate-lightbox touch-pan-y bg-film-950 text-film-ink backdrop:bg-transparent"
    >
      <div className="grid size-full place-items-center p-4">
        <figure className="relative select-none">
          <figcaption className="absolute bottom-3 left-3 rounded-tag bg-film-950/75 px-2 py-0.5 text-tag">
            Imagen ilustrativa
          </figcaption>
        </figure>
      </div>
      <IconButton
        data-close
        tone="film"
        label="Cerrar"
        icon={<X aria-hidden className="size-6" />}
        className="absolute top-4 right-4 size-12"
      />
      <IconButton
        data-several
        data-turn={-1}
        tone="film"
        label="Imagen anterior"
        icon={<ChevronLeft aria-hidden className="size-6" />}
        className="absolute top-1/2 left-4 size-12 -translate-y-1/2"
      />
      <IconButton
        data-several
        data-turn={1}
        tone="film"
        label="Imagen siguiente"
        icon={<ChevronRight aria-hidden className="size-6" />}
        className="absolute top-1/2 right-4 size-12 -translate-y-1/2"
      />
      <p
        data-several
        role="status"
        className="absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full bg-film-900/85 px-3 py-1 text-meta tabular-nums"
      />
    </dialog>
  )
}
