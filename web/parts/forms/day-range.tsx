import { DayFilter } from '#web/ui/day-filter.tsx'

/** 'Desde' and 'Hasta' of a list (yyyy-MM-dd, or '' for no limit), under their names in the address. */
export function DayRange({
  from,
  to,
  today,
  onChange,
}: {
  from: string
  to: string
  today: string
  onChange: (end: 'desde' | 'hasta', day: string) => void
}) {
  return (
    <>
      <DayFilter
        label="Desde"
        className="min-[85rem]:w-40"
        value={from}
        max={to || undefined}
        today={today}
        onChange={(day) => onChange('desde', day)}
      />
      <DayFilter
        label="Hasta"
        className="min-[85rem]:w-40"
        value={to}
        min={from || undefined}
        today={today}
        problem={from && to && to < from ? 'Elige una fecha igual o posterior a «Desde».' : null}
        onChange={(day) => onChange('hasta', day)}
      />
    </>
  )
}
