import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'

type RowOpenerProps = {
  /** 'Ver detalle': a table shows it, elsewhere it is only read aloud. */
  words: string
  /** Whose, where several would have one name; only read aloud. */
  of?: string
  /** How it looks in a table, as buttons do. */
  variant?: 'ghost' | 'secondary'
} & ({ onOpen: () => void } | Pick<LinkProps, 'to' | 'state'>)

const style = cx(
  'order-last -mr-1.5 inline-flex h-5 items-center text-ink-3 outline-none after:absolute after:inset-0 hover:after:bg-ink/3',
  'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-700',
  'table:order-none table:mr-0 table:h-auto table:min-h-9 table:justify-center table:rounded-small table:px-3.5 table:py-1.5 table:text-meta table:leading-tight table:font-semibold table:whitespace-nowrap table:transition table:after:hidden table:pointer-coarse:min-h-11',
  // Solid: `outline-none` above holds for all widths.
  'table:focus-visible:outline-2 table:focus-visible:outline-solid table:focus-visible:outline-offset-2 table:focus-visible:outline-brand-700',
)

const variants = {
  ghost: 'table:text-ink-2 table:hover:bg-sunken table:hover:text-ink',
  secondary:
    'table:border table:border-line table:bg-surface table:text-ink table:shadow-1 table:hover:bg-sunken',
}

/**
 * The way from a row of a `DataTable` to what it is about. In a table it is a button or a link among the row's actions; where rows are
 * narrower the whole row can be pressed, and other controls lie above it.
 */
export function RowOpener({ words, of, variant = 'ghost', ...way }: RowOpenerProps) {
  const className = cx(style, variants[variant], variant === 'ghost' && 'table:last:-mr-3.5')
  const content: ReactNode = (
    <>
      <span className="sr-only table:not-sr-only">{words}</span>
      {of && <span className="sr-only"> {of}</span>}
      <ChevronRight aria-hidden className="size-4 table:hidden" />
    </>
  )
  if ('onOpen' in way) {
    return (
      <button type="button" data-opens onClick={way.onOpen} className={className}>
        {content}
      </button>
    )
  }
  return (
    <Link {...way} data-opens className={className}>
      {content}
    </Link>
  )
}
