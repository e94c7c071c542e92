import { useState } from 'react'
import { initialsOf } from '#domain/person.ts'
import { cx } from './cx.ts'

const sizes = { small: 'size-9 text-meta', large: 'size-24 text-page' }

/** Somebody's photo in a circle, or the initials. The name stands beside it, so it says nothing to screen readers. */
export function Avatar({
  name,
  photo,
  size,
}: {
  name: string
  photo: string | null
  size: keyof typeof sizes
}) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-brand-100 font-semibold text-brand-800 select-none',
        sizes[size],
      )}
    >
      {photo && photo !== broken ? (
        <img src={photo} alt="" onError={() => setBroken(photo)} className="size-full object-cover" />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
