import { useQuery } from '@tanstack/react-query'
import { servicesQuery } from '#web/queries/services.ts'
import { Select } from '#web/ui/select.tsx'
import { FailedLoad } from '../lists/failed-load.tsx'

/** The studies that can be asked for. */
export function StudySelect({
  value,
  kept,
  onChange,
  error: problem,
  disabled,
}: {
  value: string
  /** A study that was asked for: offered also when the catalogue lost it. */
  kept?: string
  onChange: (study: string) => void
  error?: string | null
  disabled: boolean
}) {
  const { data, error, refetch } = useQuery(servicesQuery())
  if (error && !data) {
    return (
      <div className="rounded-field border border-line">
        <FailedLoad error={error} code="load_services" onRetry={refetch} />
      </div>
    )
  }
  const offered = (data ?? []).filter(({ requestable }) => requestable).map(({ name }) => name)
  return (
    <Select
      label="Tipo de Estudio"
      required
      placeholder={data ? 'Selecciona un estudio' : 'Cargando...'}
      options={kept === undefined || offered.includes(kept) ? offered : [kept, ...offered]}
      value={value}
      error={problem}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
