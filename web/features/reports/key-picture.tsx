import { useQuery } from '@tanstack/react-query'
import { pictureAddress } from '#web/backend/picture-addresses.ts'
import type { ShownKeyImage } from '#web/queries/key-images.ts'
import { cx } from '#web/ui/cx.ts'
import { FilmPicture } from '#web/ui/film-picture.tsx'

/** A key image, whole, on film. */
export function KeyPicture({ image, className }: { image: ShownKeyImage; className?: string }) {
  const { path, width, height, caption } = image
  const { data: address = null } = useQuery({
    queryKey: ['key image address', path],
    queryFn: () => pictureAddress(path),
    staleTime: 300_000,
    gcTime: 0,
  })
  return (
    <span className={cx('block overflow-clip bg-film-950', className)}>
      <FilmPicture
        src={address}
        film={{ width, height, tint: null }}
        alt={caption || 'Imagen clave'}
        className="size-full"
      />
    </span>
  )
}
