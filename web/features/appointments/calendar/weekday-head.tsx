const weekdays = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

/** The names of the weekdays, Monday first; one letter where there is no more room. */
export function WeekdayHead({ wide }: { wide: boolean }) {
  return (
    <thead>
      <tr>
        {weekdays.map((name) => (
          <th
            key={name}
            scope="col"
            className="h-9 text-chip font-semibold text-ink-3 first-letter:uppercase"
          >
            <span className="sr-only">{name}</span>
            <span aria-hidden className="inline-block first-letter:uppercase">
              {wide ? name : name.slice(0, 1)}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}
