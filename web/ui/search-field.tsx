import { Search, X } from 'lucide-react'
import { cx } from './cx.ts'
import { controlStyle } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { hiddenPlaceholder, Placeholder } from './placeholder.tsx'

/** A search box without a visible label; its placeholder is read as its name. Clears with Escape or the cross. */
export function SearchField({
  label,
  value,
  onChange,
  className,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  className?: string
}) {
  return (
    <div className={cx('relative min-w-0 self-start', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          event.preventDefault()
          onChange('')
        }}
        className={cx(
          controlStyle,
          hiddenPlaceholder,
          'pl-12 [&::-webkit-search-cancel-button]:hidden',
          value === '' ? 'pr-3' : 'pr-12',
        )}
      />
      <Placeholder className="right-3 left-12.25">{label}</Placeholder>
      {value !== '' && (
        <div className="absolute inset-y-0 right-0.5 flex items-center">
          <IconButton
            label="Borrar búsqueda"
            icon={<X aria-hidden className="size-5" />}
            onClick={() => onChange('')}
          />
        </div>
      )}
    </div>
  )
}
