import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picture } from './picture.tsx'
import { isIllustrative, ownAddress, type StudyImage } from './studies.ts'

type CarouselProps = {
  title: string
  images: StudyImage[]
  onOpen: (index: number, opener: HTMLElement) => void
}

const cardSizes = '(min-width: 68.75rem) 24rem, (min-width: 40rem) 50vw, 100vw'

/** The images of one study, moved by finger or with two buttons; each opens large (without JavaScript: as a file). */
export function Carousel({ title, images, onOpen }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const controls = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const last = images.length - 1

  // A button that becomes disabled would drop the focus: hand it to its neighbour.
  useLayoutEffect(() => {
    const [previous, next] = controls.current?.querySelectorAll('button') ?? []
    if (current === 0 && document.activeElement === previous) next?.focus()
    if (current === last && document.activeElement === next) previous?.focus()
  }, [current, last])

  const noticeScroll = () => {
    const list = track.current
    if (list && list.clientWidth > 0) setCurrent(Math.round(list.scrollLeft / list.clientWidth))
  }
  const move = (step: number) => {
    const list = track.current
    if (list) list.scrollTo({ left: list.clientWidth * (current + step) })
  }
  const open = (event: MouseEvent<HTMLElement>, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(index, event.currentTarget)
  }

  return (
    <div className="on-film relative aspect-4/3 bg-film-950">
      <ul
        ref={track}
        onScroll={noticeScroll}
        className="flex h-full snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none]"
      >
        {images.map((image, index) => (
          <li key={image.file} className="size-full shrink-0 snap-center">
            <a
              href={image.own ? ownAddress(image) : `/img/${image.file}-1280.webp`}
              data-live
              aria-haspopup="dialog"
              aria-label={`Ampliar imagen: ${image.alt}`}
              tabIndex={index === current ? 0 : -1}
              onClick={(event) => open(event, index)}
              className="block size-full cursor-zoom-in -outline-offset-4"
            >
              <Picture
                image={image}
                widths={[640, 1280]}
                ratio={4 / 3}
                sizes={cardSizes}
                className="size-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <span className="pointer-events-none absolute top-2.5 right-2.5 grid size-11 place-items-center rounded-full bg-film-900/85 text-film-ink">
        <Maximize2 aria-hidden className="size-4.5" />
      </span>
      {images.slice(current, current + 1).some(isIllustrative) && (
        <span className="pointer-events-none absolute bottom-3 left-3 rounded-tag bg-film-950/75 px-2 py-0.5 text-tag text-film-ink">
          Imagen ilustrativa
        </span>
      )}
      {images.length > 1 && (
        <div ref={controls} className="absolute right-2.5 bottom-2.5 flex gap-1.5 noscript:hidden">
          <IconButton
            tone="film"
            data-live
            label={`Imagen anterior de ${title}`}
            icon={<ChevronLeft aria-hidden className="size-5" />}
            disabled={current === 0}
            onClick={() => move(-1)}
          />
          <IconButton
            tone="film"
            data-live
            label={`Imagen siguiente de ${title}`}
            icon={<ChevronRight aria-hidden className="size-5" />}
            disabled={current === last}
            onClick={() => move(1)}
          />
        </div>
      )}
    </div>
  )
}
