import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Profile } from '#web/backend/database.ts'
import { AppError, toAppError } from '#web/backend/errors.ts'
import { newId } from '#web/backend/ids.ts'
import { getStorage } from '#web/backend/services-on-demand.ts'
import { upload } from '#web/backend/uploads/upload.ts'
import { refreshSession } from './session.ts'

const bucket = 'profile_photos'
/** Seconds that the address of a photo works; it is asked for anew before that. */
const addressLife = 3600

/** The address of a profile photo for a while. */
export function photoQuery(path: string) {
  return queryOptions({
    queryKey: ['photo', path],
    queryFn: async (): Promise<string> => {
      try {
        const { data, error } = await (await getStorage()).from(bucket).createSignedUrl(path, addressLife)
        if (error) throw error
        return data.signedUrl
      } catch (failure) {
        throw toAppError(failure, 'load_profile')
      }
    },
    staleTime: (addressLife - 600) * 1000,
  })
}

/** Puts a JPEG of at most 2 MB in the place of the own photo. Throws `save_photo`, and the old one stays. */
export async function savePhoto(me: Pick<Profile, 'id' | 'photo_path'>, photo: Blob): Promise<void> {
  const path = `${me.id}/${newId()}.jpg`
  await upload('save_photo', bucket, path, photo)
  try {
    await point(me.id, path)
  } catch (failure) {
    await forget(path)
    throw toAppError(failure, 'save_photo')
  }
  await forget(me.photo_path)
  await refreshSession()
}

/** Takes the own photo away. Throws `remove_photo`. */
export async function removePhoto(me: Pick<Profile, 'id' | 'photo_path'>): Promise<void> {
  try {
    await point(me.id, null)
  } catch (failure) {
    const { reason, detail } = toAppError(failure, 'remove_photo')
    throw new AppError('remove_photo', reason, detail, failure)
  }
  await forget(me.photo_path)
  await refreshSession()
}

async function point(id: string, photo_path: string | null): Promise<void> {
  await ask('save_photo', (client) =>
    client.from('profiles').update({ photo_path }).eq('id', id).select('id').single(),
  )
}

/** Deletes a file that no profile names any more; if that fails now, it does no harm. */
async function forget(path: string | null): Promise<void> {
  if (path === null) return
  try {
    await (await getStorage()).from(bucket).remove([path])
  } catch {
    // No connection: it stays in the person's own folder, which only they can fill.
  }
}
