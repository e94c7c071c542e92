import { useQuery } from '@tanstack/react-query'
import { photoQuery } from '#web/session/photos.ts'

/** Where to load a profile photo from; null without one, and until it is known. */
export function usePhoto(path: string | null): string | null {
  const { data } = useQuery({ ...photoQuery(path ?? ''), enabled: path !== null })
  return path === null ? null : (data ?? null)
}
