import { useMutation } from '@tanstack/react-query'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { closestZoom, middleOf, moved, zoomed } from '#domain/crop.ts'
import type { Profile } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import type { Picture } from '#web/parts/studies/read-picture.ts'
import { savePhoto } from '#web/session/photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { draw, toPhoto } from './picture.ts'

/** Part of the square that one press of an arrow moves. */
const step = 0.05

const arrows = [
  { label: 'Mover a la izquierda', Icon: ArrowLeft, right: -step, down: 0 },
  { label: 'Mover hacia arriba', Icon: ArrowUp, right: 0, down: -step },
  { label: 'Mover hacia abajo', Icon: ArrowDown, right: 0, down: step },
  { label: 'Mover a la derecha', Icon: ArrowRight, right: step, down: 0 },
]

/** Chooses the square of a picture that becomes the photo: dragged, or moved with the buttons, and brought closer. */
export function PhotoDialog({
  profile,
  picture,
  onClose,
}: {
  profile: Profile
  picture: Picture
  onClose: () => void
}) {
  const [crop, setCrop] = useState(() => middleOf(picture))
  const [zoom, setZoom] = useState(1)
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const slider = useId()
  const save = useMutation({
    mutationFn: async () => savePhoto(profile, await toPhoto(picture, crop)),
    onSuccess: () => {
      toast(notices.photoSaved)
      onClose()
    },
    onError: (error) => toastError(error, 'save_photo'),
  })

  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])
  useEffect(() => () => picture.bitmap.close(), [picture])

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!dragged.current) return
    const perPixel = crop.side / event.currentTarget.clientWidth
    const right = (dragged.current.x - event.clientX) * perPixel
    const down = (dragged.current.y - event.clientY) * perPixel
    dragged.current = { x: event.clientX, y: event.clientY }
    setCrop((before) => moved(before, right, down, picture))
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Encuadra tu foto"
      description="Arrástrala o usa los botones hasta que se vea como quieres."
      width="narrow"
      dismissible={!save.isPending}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            busy={save.isPending}
            busyLabel="Guardando..."
            onClick={() => save.mutate()}
          >
            Guardar foto
          </Button>
        </>
      }
    >
      <fieldset disabled={save.isPending} className="grid justify-items-center gap-4">
        <canvas
          ref={canvas}
          width={576}
          height={576}
          role="img"
          aria-label="Vista previa de tu foto"
          className="aspect-square w-full max-w-64 cursor-grab touch-none rounded-full bg-sunken active:cursor-grabbing"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            dragged.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            dragged.current = null
          }}
          onPointerCancel={() => {
            dragged.current = null
          }}
        />
        <div className="flex gap-1">
          {arrows.map(({ label, Icon, right, down }) => (
            <IconButton
              key={label}
              label={label}
              tone="bordered"
              icon={<Icon aria-hidden className="size-5" />}
              onClick={() =>
                setCrop((before) => moved(before, right * before.side, down * before.side, picture))
              }
            />
          ))}
        </div>
        <div className="grid grid-cols-1 w-full max-w-64 gap-1">
          <label htmlFor={slider} className="text-label">
            Acercar
          </label>
          <input
            id={slider}
            type="range"
            min={1}
            max={closestZoom}
            step={0.05}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)} %`}
            className="h-11 w-full accent-brand-700"
            onChange={(event) => {
              const wanted = Number(event.target.value)
              setZoom(wanted)
              setCrop((before) => zoomed(before, wanted, picture))
            }}
          />
        </div>
      </fieldset>
    </Dialog>
  )
}
