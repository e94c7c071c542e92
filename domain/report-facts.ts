import { isDay } from './days.ts'

/** What a file says of how it was made; see `previewFacts` of study-preview.ts. */
type Facts = Partial<Record<string, string | number | number[]>>

/** Something that the file says, and what taking it over writes. */
export type OfferedFact =
  | { label: string; value: string; into: 'technique'; text: string }
  /** `at` is 'yyyy-MM-ddTHH:mm' of the machine's clock. */
  | { label: string; value: string; into: 'performed_at'; at: string }

const number = (value: number) => value.toLocaleString('es-MX', { maximumFractionDigits: 3 })
const sizes = (value: number | number[]) => [value].flat().map(number).join(' × ')

/** What a study's file offers for a report: nothing becomes text before it is taken over. */
export function offeredFacts(facts: Facts): OfferedFact[] {
  const { manufacturer, model, kvp, ma, ms, dap, voxel_mm, fov_mm, performed_at } = facts
  const technique = (label: string, value: string | null): OfferedFact[] =>
    value ? [{ label, value, into: 'technique', text: `${label}: ${value}.` }] : []
  const measured = (value: string | number | number[] | undefined, unit: string) =>
    typeof value === 'number' || Array.isArray(value) ? `${sizes(value)} ${unit}` : null
  return [
    ...technique('Equipo', [manufacturer, model].filter(Boolean).join(' ')),
    ...technique('Tensión', measured(kvp, 'kV')),
    ...technique('Corriente', measured(ma, 'mA')),
    ...technique('Tiempo', measured(ms, 'ms')),
    ...technique('Dosis-área', measured(dap, 'mGy·cm²')),
    ...technique('Vóxel', measured(voxel_mm, 'mm')),
    ...technique('Campo de visión', measured(fov_mm, 'mm')),
    ...momentOf(performed_at),
  ]
}

function momentOf(value: Facts[string]): OfferedFact[] {
  if (typeof value !== 'string') return []
  const [day = '', time] = value.split('T')
  if (!isDay(day) || !time || !/^\d{2}:\d{2}/.test(time)) return []
  const [year, month, date] = day.split('-')
  return [
    {
      label: 'Fecha y hora',
      value: `${date}/${month}/${year}, ${time.slice(0, 5)}`,
      into: 'performed_at',
      at: `${day}T${time.slice(0, 5)}`,
    },
  ]
}
