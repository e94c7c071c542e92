import { useQuery } from '@tanstack/react-query'
import { servicesQuery } from '#web/queries/services.ts'
import { Select } from '#web/ui/select.tsx'
import { FailedLoad } from './failed-load.tsx'

/** The studies that can be asked for. */
export function StudySelect({
  value,
  onChange,
  error: problem,
  disabled,
}: {
  value: string
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
  return (
    <Select
      label="Tipo de Estudio"
      required
      placeholder={data ? 'Selecciona un estudio' : 'Cargando...'}
      options={(data ?? []).filter(({ requestable }) => requestable).map(({ name }) => name)}
      value={value}
      error={problem}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
