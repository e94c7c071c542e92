import type { ComponentProps } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { cx } from './cx.ts'
import { Select } from './select.tsx'
import { useMedia } from './use-media.ts'

export type SectionLink = { label: string; to: To; current: boolean }

/** The parts of a screen, of which one is shown. `className` has the columns on screens of each width. */
export function SectionNav({
  label,
  sections,
  className,
}: {
  label: string
  sections: readonly SectionLink[]
  className: string
}) {
  return (
    <nav
      aria-label={label}
      className={cx('mb-3 rounded-small border border-line bg-sunken p-0.75 sm:mb-6', className)}
    >
      {sections.map(({ label: name, to, current }) => (
        <Link
          key={name}
          to={to}
          relative="path"
          preventScrollReset
          aria-current={current ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center justify-center rounded-thumb px-1 text-center text-meta font-semibold text-ink-2 transition hover:text-ink sm:px-4',
            // Above the chosen one beside it, which is drawn later.
            'focus-visible:z-1',
            'aria-[current=page]:bg-surface aria-[current=page]:text-brand-800 aria-[current=page]:shadow-1',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** The same for more parts than there is room for below `from`, a media query: there a selector. */
export function ManySections({ from, ...props }: ComponentProps<typeof SectionNav> & { from: string }) {
  const navigate = useNavigate()
  const isWide = useMedia(from)
  if (isWide) return <SectionNav {...props} />
  const { label, sections } = props
  const go = (name: string) => {
    const to = sections.find((section) => section.label === name)?.to
    if (to !== undefined) void navigate(to, { relative: 'path', preventScrollReset: true })
  }
  return (
    <Select
      bare
      label={label}
      value={sections.find(({ current }) => current)?.label ?? ''}
      options={sections.map(({ label: name }) => name)}
      onChange={({ target }) => go(target.value)}
      className="mb-4"
    />
  )
}
