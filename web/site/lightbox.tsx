import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Picture } from './picture.tsx'
import { isIllustrative, type StudyImage } from './studies.ts'
import { wrapped } from './wrap.ts'

type Shown = { images: StudyImage[]; index: number; opener: HTMLElement }

export type LightboxControl = {
  /** Shows one of the images over the whole screen; closing gives the focus back to its opener. */
  open: (images: StudyImage[], index: number, opener: HTMLElement) => void
}

/** Pixels that a finger must travel sideways to turn the page. */
const swipeLength = 50

/**
 * One image over the whole screen; with several, arrows, arrow keys and swipes go around. Escape closes. It stands closed in the page from
 * the start: opening an image then draws the image alone.
 */
export function Lightbox({ ref }: { ref: Ref<LightboxControl> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const swipeStart = useRef<number>(undefined)
  const [shown, setShown] = useState<Shown>()
  const isOpen = shown !== undefined
  const image = shown?.images[shown.index]

  useImperativeHandle(
    ref,
    () => ({ open: (images, index, opener) => setShown({ images, index, opener }) }),
    [],
  )
  useLayoutEffect(() => {
    // A modal dialog of the browser keeps the focus inside and closes with Escape by itself.
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])

  const close = () => {
    shown?.opener.focus()
    setShown(undefined)
  }
  const turn = (step: number) => {
    setShown((now) => now && { ...now, index: wrapped(now.index, step, now.images.length) })
  }
  const turnByKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') turn(1)
    if (event.key === 'ArrowLeft') turn(-1)
  }
  const turnBySwipe = (event: PointerEvent) => {
    const from = swipeStart.current
    swipeStart.current = undefined
    if (from === undefined || Math.abs(event.clientX - from) < swipeLength) return
    turn(event.clientX < from ? 1 : -1)
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Imagen ampliada"
      onClose={close}
      onKeyDown={turnByKey}
      className="on-film z-lightbox m-0 size-full max-h-none max-w-none animate-lightbox touch-pan-y bg-film-950/96 text-film-ink backdrop:bg-transparent"
    >
      {/* Beside the image, a click closes, as everybody tries first. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button close for a keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: an extra way for a mouse */}
      <div
        className="grid size-full place-items-center p-4"
        onClick={(event) => {
          if (event.target === event.currentTarget) dialog.current?.close()
        }}
        onPointerDown={(event) => {
          swipeStart.current = event.clientX
        }}
        onPointerUp={turnBySwipe}
      >
        {image && (
          <figure className="relative select-none">
            <Picture
              key={image.file}
              image={image}
              widths={[640, 1280]}
              ratio={4 / 3}
              sizes="100vw"
              urgent
              className="h-auto max-h-[90vh] w-auto max-w-full rounded-card"
            />
            {isIllustrative(image) && (
              <figcaption className="absolute bottom-3 left-3 rounded-tag bg-film-950/75 px-2 py-0.5 text-tag">
                Imagen ilustrativa
              </figcaption>
            )}
          </figure>
        )}
      </div>
      <IconButton
        tone="film"
        label="Cerrar"
        icon={<X aria-hidden className="size-6" />}
        onClick={() => dialog.current?.close()}
        className="absolute top-4 right-4 size-12"
      />
      {shown && shown.images.length > 1 && (
        <>
          <IconButton
            tone="film"
            label="Imagen anterior"
            icon={<ChevronLeft aria-hidden className="size-6" />}
            onClick={() => turn(-1)}
            className="absolute top-1/2 left-4 size-12 -translate-y-1/2"
          />
          <IconButton
            tone="film"
            label="Imagen siguiente"
            icon={<ChevronRight aria-hidden className="size-6" />}
            onClick={() => turn(1)}
            className="absolute top-1/2 right-4 size-12 -translate-y-1/2"
          />
          <p
            role="status"
            className="absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full bg-film-900/85 px-3 py-1 text-meta tabular-nums"
          >
            {shown.index + 1} de {shown.images.length}
          </p>
        </>
      )}
    </dialog>
  )
}
