import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { placed } from '#domain/report.ts'
import { studyAttachment } from '#domain/study.ts'
import type { Study } from '#web/backend/database.ts'
import { newId } from '#web/backend/ids.ts'
import { sendBeside } from '#web/backend/uploads/send-study.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { addKeyImage, keyImageKeys, keyImagesQuery, updateKeyImage } from '#web/queries/key-images.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import type { KeyPicture } from './key-file.ts'
import { sayFailed } from './say-failed.ts'

/** Key images a study. */
const mostImages = 24
const notKept = 'No se pudo guardar la imagen clave.'

type WithImages = Pick<Study, 'id' | 'patient_id' | 'file_url'>

/** What key images lie beside: the study's file; without one the folder of the study. Null where there is neither. */
function folderOf({ id, patient_id, file_url }: WithImages): string | null {
  const attachment = studyAttachment(file_url)
  if (attachment.kind === 'file') return attachment.path
  return patient_id && `${patient_id}/${id}/`
}

/** The key images of a study, and what may be done with them. */
export function useKeyImages(study: WithImages) {
  const { id: study_id } = study
  const { id: author_id, role } = useProfile()
  const client = useQueryClient()
  const { data: images = [] } = useQuery(keyImagesQuery(study_id))
  const queryKey = keyImageKeys.of(study_id)
  const readAgain = () => void client.invalidateQueries({ queryKey })
  useLive('key_images', `study_id=eq.${study_id}`, readAgain)
  const [isBusy, setIsBusy] = useState(false)

  /** Keeps a picture, which is made when there is room for it; `source` leads back to where it was taken. */
  async function add(make: () => Promise<KeyPicture>, source: object): Promise<void> {
    const beside = folderOf(study)
    if (isBusy || !beside) return
    if (images.length >= mostImages) {
      toast({ title: `Este estudio ya tiene ${mostImages} imágenes clave.`, variant: 'destructive' })
      return
    }
    setIsBusy(true)
    try {
      const { blob, width, height } = await make()
      const id = newId()
      const path = await sendBeside(
        beside,
        `clave-${id}.${blob.type === 'image/webp' ? 'webp' : 'jpg'}`,
        blob,
      )
      const position = Math.max(0, ...images.map((image) => image.position + 1))
      const sha256 = await hashOf(blob)
      const row = { id, study_id, author_id, path, width, height, sha256, source, position }
      await addKeyImage({ ...row, caption: null, audience: role === 'dentist' ? 'author' : 'clinic' })
      toast({ title: 'Imagen clave guardada.' })
    } catch (failure) {
      sayFailed(failure, notKept)
    } finally {
      setIsBusy(false)
      readAgain()
    }
  }

  async function change(id: string, changes: Parameters<typeof updateKeyImage>[1]): Promise<void> {
    try {
      await updateKeyImage(id, changes)
    } catch (failure) {
      sayFailed(failure, notKept)
    } finally {
      readAgain()
    }
  }

  return {
    images,
    add,
    isBusy,
    caption: (id: string, text: string) => change(id, { caption: text.trim() || null }),
    remove: (id: string) => change(id, { removed_at: new Date().toISOString() }),
    /** Changes places with the one before or after it. */
    async move(id: string, by: -1 | 1) {
      const at = images.findIndex((image) => image.id === id)
      const one = images[at]
      if (!one || !images[at + by]) return
      const inOrder = placed(images, one, at + by)
      // Those of colleagues keep their place.
      for (const [place, { id, position, author_id: author }] of inOrder.entries())
        if (author === author_id && position !== place) await change(id, { position: place })
    },
  }
}

async function hashOf(blob: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
