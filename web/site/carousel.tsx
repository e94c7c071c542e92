import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picture, studyWidths } from './picture.tsx'
import { isIllustrative, ownAddress, type StudyImage } from './studies.ts'

const cardSizes = '(min-width: 68.75rem) 24rem, (min-width: 40rem) 50vw, calc(100vw - 2.5rem)'
const largeSizes = '(min-width: 68.75rem) 48rem, (min-width: 40rem) 50vw, calc(100vw - 2.5rem)'
const rooms = { small: '', wide: 'sm:max-lg:w-1/2', large: 'sm:max-lg:w-1/2 lg:aspect-auto lg:flex-1' }

/**
 * The images of one study, moved by finger or with two buttons; each opens large (without JavaScript: as a file). live/carousel.ts and
 * live/lightbox.ts bring it to life.
 */
export function Carousel({
  title,
  images,
  size,
}: {
  title: string
  images: StudyImage[]
  size: keyof typeof rooms
}) {
  return (
    <div data-carousel className={cx('on-film relative aspect-4/3 bg-film-950', rooms[size])}>
      <ul className="flex h-full snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none]">
        {images.map((image, index) => (
          <li key={image.file} className="size-full shrink-0 snap-center">
            <a
              href={image.own ? ownAddress(image) : `/img/${image.file}-1280.webp`}
              data-real={isIllustrative(image) ? undefined : true}
              aria-haspopup="dialog"
              tabIndex={index === 0 ? 0 : -1}
              className="block size-full cursor-zoom-in -outline-offset-4"
            >
              <span className="sr-only">Ampliar imagen: </span>
              <Picture
                image={image}
                widths={studyWidths}
                ratio={4 / 3}
                sizes={size === 'large' ? largeSizes : cardSizes}
                className="size-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <span className="pointer-events-none absolute top-2.5 right-2.5 grid size-11 place-items-center rounded-full bg-film-900/85 text-film-ink">
        <Maximize2 aria-hidden className="size-4.5" />
      </span>
      {images.some(isIllustrative) && (
        <span
          data-label
          hidden={!images.slice(0, 1).some(isIllustrative)}
          className="pointer-events-none absolute bottom-3 left-3 rounded-tag bg-film-950/75 px-2 py-0.5 text-tag text-film-ink"
        >
          Imagen ilustrativa
        </span>
      )}
      {images.length > 1 && (
        <div className="absolute right-2.5 bottom-2.5 flex gap-1.5 noscript:hidden">
          <IconButton
            tone="film"
            data-step={-1}
            label={`Imagen anterior de ${title}`}
            icon={<ChevronLeft aria-hidden className="size-5" />}
            disabled
          />
          <IconButton
            tone="film"
            data-step={1}
            label={`Imagen siguiente de ${title}`}
            icon={<ChevronRight aria-hidden className="size-5" />}
          />
        </div>
      )}
    </div>
  )
}
