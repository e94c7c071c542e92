import { Children, type ReactNode } from 'react'

/**
 * 'Tomografías · Dr. Ruiz': parts of a line, without those that are missing. A part that begins a line has no dot before it: that is
 * outside and cut off. For what is shown at the left and may need several lines; `dotted` for a text.
 */
export function Dotted({ parts }: { parts: readonly ReactNode[] }) {
  const shown = Children.toArray(parts.filter(Boolean))
  return (
    <span className="-ml-3 flex flex-wrap [clip-path:inset(0_0_0_--spacing(3))]">
      {shown.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no identity.
        <span key={at} className="relative max-w-full min-w-0 pl-3">
          {at > 0 && <span className="absolute left-0 w-3 text-center">{' · '}</span>}
          {part}
        </span>
      ))}
    </span>
  )
}
