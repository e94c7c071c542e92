import { usePhoto } from '#web/hooks/use-photo.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Whose portal this is: photo and name, above the ways out. */
export function WhoIsIn({ name, photo }: { name: string; photo: string | null }) {
  return (
    <div className="mt-auto flex items-center gap-3 px-3 pt-4 pb-3 rail:justify-center rail:px-0 rail:py-2">
      <Avatar name={name} photo={usePhoto(photo)} size="small" />
      <p className="min-w-0 rail:sr-only text-meta leading-tight font-semibold wrap-break-word">{name}</p>
    </div>
  )
}
