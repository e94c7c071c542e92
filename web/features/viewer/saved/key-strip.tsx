import { ChevronLeft, ChevronRight, Crosshair, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { knownPicture, pictureAddress } from '#web/backend/picture-addresses.ts'
import type { ShownKeyImage } from '#web/queries/key-images.ts'
import { useProfile } from '#web/session/session.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { FilmPicture } from '#web/ui/film-picture.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FilmButton } from '../stage/film.tsx'
import type { useKeyImages } from './use-key-images.ts'

type Keys = ReturnType<typeof useKeyImages>

/** The source of one that was added by hand, which leads nowhere. The name of its file is not kept: it may hold a patient's. */
export const byHand = { by: 'hand' } as const

const isByHand = (source: object) => 'by' in source && source.by === byHand.by

/** 'Imágenes clave', side by side in their order: each leads back to where it was taken. */
export function KeyStrip({
  keys,
  none,
  onGoTo,
  canGoTo,
}: {
  keys: Keys
  /** What is said where there are none. */
  none: string
  onGoTo?: (source: object) => void
  canGoTo?: (source: object) => boolean
}) {
  const { images } = keys
  if (images.length === 0) {
    return (
      <p data-keys className="border-b border-film-800 px-3 py-2 text-meta text-film-ink-2">
        {none}
      </p>
    )
  }
  return (
    <ul
      data-keys
      aria-label="Imágenes clave"
      className="flex gap-3 overflow-x-auto border-b border-film-800 px-3 py-2"
    >
      {images.map((image, at) => (
        <KeyItem
          key={image.id}
          image={image}
          number={at + 1}
          isLast={at === images.length - 1}
          keys={keys}
          onGoTo={canGoTo?.(image.source) ? () => onGoTo?.(image.source) : null}
        />
      ))}
    </ul>
  )
}

function KeyItem({
  image,
  number,
  isLast,
  keys,
  onGoTo,
}: {
  image: ShownKeyImage
  number: number
  isLast: boolean
  keys: Keys
  onGoTo: (() => void) | null
}) {
  const { id: me } = useProfile()
  const { id, caption, width, height, author } = image
  const isOwn = image.author_id === me
  const name = `imagen clave ${number}`
  return (
    <li className="grid w-60 shrink-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <FilmPicture
        src={useAddress(image.path)}
        film={{ width, height, tint: null }}
        alt={caption ?? `Imagen clave ${number}`}
        className="h-28 w-full rounded-small border border-film-700"
      />
      {isOwn ? (
        <input
          // Another caption, from another window, begins anew.
          key={caption}
          defaultValue={caption ?? ''}
          maxLength={200}
          aria-label={`Pie de la ${name}`}
          placeholder="Pie de imagen"
          onBlur={({ currentTarget: { value } }) => {
            if (value.trim() !== (caption ?? '')) void keys.caption(id, value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
          className="min-h-9 w-full min-w-0 rounded-small border border-film-700 bg-film-950 px-2 text-meta text-film-ink pointer-coarse:min-h-11"
        />
      ) : (
        <p className="min-h-9 text-meta wrap-break-word text-film-ink-2">
          <Dotted parts={[caption, author?.full_name]} />
        </p>
      )}
      <div className="flex items-center">
        {!isByHand(image.source) && (
          <FilmButton
            compact
            disabled={!onGoTo}
            icon={<Crosshair aria-hidden className="size-4" />}
            onClick={() => onGoTo?.()}
          >
            Ir al corte
          </FilmButton>
        )}
        {isOwn && (
          <span className="ml-auto flex">
            <Small
              label={`Antes: ${name}`}
              disabled={number === 1}
              icon={<ChevronLeft aria-hidden className="size-4.5" />}
              onClick={() => void keys.move(id, -1)}
            />
            <Small
              label={`Después: ${name}`}
              disabled={isLast}
              icon={<ChevronRight aria-hidden className="size-4.5" />}
              onClick={() => void keys.move(id, 1)}
            />
            <Small
              label={`Quitar ${name}`}
              icon={<Trash2 aria-hidden className="size-4.5" />}
              onClick={() => void keys.remove(id)}
            />
          </span>
        )}
      </div>
    </li>
  )
}

const Small = (props: Pick<Parameters<typeof IconButton>[0], 'label' | 'icon' | 'onClick' | 'disabled'>) => (
  <IconButton tone="film" className="touch-target size-8" {...props} />
)

/** The address of a picture, once it is known. */
function useAddress(path: string): string | null {
  const [address, setAddress] = useState(() => knownPicture(path))
  useEffect(() => {
    let left = false
    void pictureAddress(path).then((found) => !left && setAddress(found))
    return () => {
      left = true
    }
  }, [path])
  return address
}
