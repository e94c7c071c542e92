import { Select } from './select.tsx'

/** The order of a list in words: for cards, and for tables where they have no head (`className="table:hidden"`). */
export function SortSelect({
  value,
  options,
  onChange,
  className,
}: {
  value: string
  /** From what stands in the address to what it means: { '-fecha': 'Más recientes primero' }. */
  options: Readonly<Record<string, string>>
  onChange: (sort: string) => void
  className?: string
}) {
  return (
    <Select
      bare
      label="Ordenar"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={Object.entries(options).map(([value, label]) => ({ value, label }))}
      className={className}
    />
  )
}
