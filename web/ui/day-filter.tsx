import { useState } from 'react'
import { isDay } from '#domain/days.ts'
import { DateField } from './date-field.tsx'

/**
 * A day that a list is limited by. What is typed reaches the list once it is a day, or nothing; until then it stays
 * in the field, and the field says what it takes when it is left.
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
