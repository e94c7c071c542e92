import { useState } from 'react'
import { isDay } from '#domain/days.ts'
import { DateField } from './date-field.tsx'

/**
 * A day to filter a list by. The list gets it once it is a valid day, or
 * empty; until then it stays in the field, which shows the format when left.
 */
export function DayFilter({
  label,
  value,
  onChange,
  problem,
  ...limits
}: {
  label: string
  /** yyyy-MM-dd or '' */
  value: string
  onChange: (day: string) => void
  /** What is wrong with the day that is applied, or null. */
  problem?: string | null
  bare?: boolean
  className?: string
  min?: string
  max?: string
  today: string
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  return (
    <DateField
      {...limits}
      label={label}
      value={typed ?? value}
      error={typed !== null && left ? 'Escribe una fecha como 21/11/2026.' : problem}
      onBlur={() => setLeft(true)}
      onChange={(day) => {
        const known = day === '' || isDay(day)
        setLeft(false)
        setTyped(known ? null : day)
        if (known) onChange(day)
      }}
    />
  )
}
