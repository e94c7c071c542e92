import { useMutation } from '@tanstack/react-query'
import { Camera, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import type { Profile } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { usePhoto } from '#web/hooks/use-photo.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { type Picture, pictureTypes, readPicture } from '#web/parts/studies/read-picture.ts'
import { removePhoto } from '#web/session/photos.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { PhotoDialog } from './photo-dialog.tsx'

/** Beyond this old phones run out of memory. */
const mostMb = 30

/** The person's photo: choose, crop, take away (docs/product/accounts.md). */
export function PhotoCard({ profile }: { profile: Profile }) {
  const photo = usePhoto(profile.photo_path)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [removing, setRemoving] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const remove = useMutation({
    mutationFn: () => removePhoto(profile),
    onSuccess: () => toast(notices.photoRemoved),
    onError: (error) => toastError(error, 'remove_photo'),
  })

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0]
    // The same file may be chosen again.
    event.target.value = ''
    if (!chosen) return
    const read = await readPicture(chosen, mostMb)
    if (typeof read === 'string')
      toast({ title: 'Error de carga', description: read, variant: 'destructive' })
    else setPicture(read)
  }

  return (
    <Panel title="Foto de Perfil">
      <div className="flex flex-wrap items-center gap-4 p-4.5">
        <Avatar name={profile.full_name} photo={photo} size="large" />
        <div className="grid grid-cols-1 min-w-0 flex-1 basis-44 gap-3">
          <p className="text-meta text-ink-3">
            JPEG, PNG o WebP. La ven la clínica y las personas que te atienden o a quienes atiendes.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="compact"
              icon={<Camera aria-hidden className="size-4.5" />}
              onClick={() => file.current?.click()}
            >
              {profile.photo_path ? 'Cambiar foto' : 'Subir foto'}
            </Button>
            {profile.photo_path && (
              <Button
                size="compact"
                variant="destructive"
                icon={<Trash2 aria-hidden className="size-4.5" />}
                onClick={() => setRemoving(true)}
              >
                Quitar foto
              </Button>
            )}
          </div>
          <input
            ref={file}
            type="file"
            accept={pictureTypes}
            aria-label="Archivo de la foto"
            tabIndex={-1}
            className="sr-only"
            onChange={choose}
          />
        </div>
      </div>
      {picture && <PhotoDialog profile={profile} picture={picture} onClose={() => setPicture(null)} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="¿Quitar tu foto de perfil?"
        description="En su lugar se verán tus iniciales. Puedes subir otra cuando quieras."
        confirmLabel="Quitar foto"
        busyLabel="Quitando..."
        onConfirm={() => remove.mutateAsync().catch(() => {})}
      />
    </Panel>
  )
}
