import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { placed, reportLimits } from '#domain/report.ts'
import { keyImagesQuery, type ShownKeyImage } from '#web/queries/key-images.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KeyPicture } from './key-picture.tsx'
import type { Writing } from './writing.ts'

/** Of a dragged image: no text field takes it. */
const dragType = 'application/x-imagen-clave'

/** The study's key images: which of them the report shows, and in which order. Dragged, or with the keys. */
export function ImageStrip({ studyId, writing: { content, set } }: { studyId: string; writing: Writing }) {
  const { data: images = [] } = useQuery(keyImagesQuery(studyId))
  const [dragged, setDragged] = useState<ShownKeyImage | null>(null)
  const chosen = content.images.flatMap((id) => images.find((image) => image.id === id) ?? [])
  const others = images.filter(({ id }) => !content.images.includes(id))
  const isFull = chosen.length >= reportLimits.images
  const put = (next: readonly ShownKeyImage[]) => set({ images: next.map(({ id }) => id) })
  const fits = dragged !== null && (!isFull || chosen.includes(dragged))
  const drop = (at: number) => dragged && put(placed(chosen, dragged, at))
  return (
    <section aria-labelledby="informe-imagenes" data-report-stop className="grid gap-2">
      <h3 id="informe-imagenes" className="text-label">
        Imágenes clave
      </h3>
      {images.length === 0 && (
        <p className="flex items-center gap-2 text-meta text-ink-3">
          <ImageOff aria-hidden className="size-4.5 shrink-0" />
          Marca una imagen clave en el visor y elígela aquí.
        </p>
      )}
      <ul className="grid gap-2 @md:grid-cols-2">
        {chosen.map((image, at) => (
          <ImageItem
            key={image.id}
            image={image}
            place={at + 1}
            onDragged={setDragged}
            onDrop={fits && image !== dragged ? () => drop(at) : undefined}
            onChosen={() => put(chosen.filter((one) => one !== image))}
            onMove={(by) => put(placed(chosen, image, at + by))}
            isFirst={at === 0}
            isLast={at === chosen.length - 1}
          />
        ))}
        {others.map((image) => (
          <ImageItem
            key={image.id}
            image={image}
            place={null}
            full={isFull}
            onDrop={undefined}
            onDragged={setDragged}
            onChosen={() => put([...chosen, image])}
          />
        ))}
      </ul>
    </section>
  )
}

function ImageItem({
  image,
  place,
  full = false,
  isFirst,
  isLast,
  onDragged,
  onDrop,
  onChosen,
  onMove,
}: {
  image: ShownKeyImage
  /** From 1 among those of the report; null for one that it does not show. */
  place: number | null
  /** The report shows as many as it may. */
  full?: boolean
  isFirst?: boolean
  isLast?: boolean
  /** This image is being dragged; null: no longer. */
  onDragged: (image: ShownKeyImage | null) => void
  /** Takes the dragged image in this place; missing where it may not lie. */
  onDrop: (() => void) | undefined
  onChosen: () => void
  onMove?: (by: 1 | -1) => void
}) {
  const [over, setOver] = useState(false)
  const name = image.caption || 'Imagen sin título'
  return (
    <li
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(dragType, image.id)
        dataTransfer.effectAllowed = 'move'
        onDragged(image)
      }}
      onDragEnd={() => onDragged(null)}
      onDragOver={(event) => {
        if (!onDrop) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onDrop?.()
      }}
      className={cx(
        'flex min-w-0 cursor-grab items-center gap-3 rounded-field border p-2',
        over ? 'border-brand-700 bg-brand-50' : 'border-line bg-surface',
      )}
    >
      <KeyPicture image={image} className="pointer-events-none size-18 shrink-0 rounded-small" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-meta" title={name}>
          {place !== null && <span className="tabular-nums">{place}. </span>}
          {name}
        </p>
        <Checkbox
          label="En el informe"
          checked={place !== null}
          disabled={full}
          onChange={onChosen}
          aria-label={`En el informe: ${name}`}
        />
      </div>
      {onMove && (
        <div className="grid">
          <IconButton
            label="Subir"
            disabled={isFirst}
            icon={<ArrowUp aria-hidden className="size-4.5" />}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label="Bajar"
            disabled={isLast}
            icon={<ArrowDown aria-hidden className="size-4.5" />}
            onClick={() => onMove(1)}
          />
        </div>
      )}
    </li>
  )
}
