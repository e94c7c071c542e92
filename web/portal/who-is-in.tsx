import type { Profile } from '#web/backend/database.ts'
import { usePhoto } from '#web/hooks/use-photo.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Whose portal this is: photo and name, above the ways out. */
export function WhoIsIn({ profile }: { profile: Profile }) {
  return (
    <div className="mt-auto flex items-center gap-3 px-3 pt-4 pb-3">
      <Avatar name={profile.full_name} photo={usePhoto(profile.photo_path)} size="small" />
      <p className="min-w-0 text-meta leading-tight font-semibold wrap-break-word">{profile.full_name}</p>
    </div>
  )
}
