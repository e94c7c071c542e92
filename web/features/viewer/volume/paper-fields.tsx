import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { PaperChoice } from './paper-plan.ts'

const scales = [
  { value: '1', label: '1:1, tamaño real' },
  { value: '2', label: '2:1, al doble' },
]
const everies = [1, 2, 3, 5]
const widths = [20, 30, 40]
const thicknesses = [0, 1, 2, 3, 5, 10]
const millimetres = (mm: number) => ({ value: String(mm), label: `${mm} mm` })

/** The ends of the range as they are typed. */
type TypedRange = { from: string; to: string }

/** What a typed range means, in mm along a curve; null where it is none. */
export function rangeOf({ from, to }: TypedRange, lengthMm: number): { fromMm: number; toMm: number } | null {
  const [fromMm = 0, toMm = 0] = [from, to].map((typed) => Number(typed.replace(',', '.')))
  const isRange = from.trim() !== '' && to.trim() !== '' && fromMm >= 0 && fromMm <= toMm && toMm <= lengthMm
  return isRange ? { fromMm, toMm } : null
}

/** What 'Hoja de cortes' shows; `heights` are those that fit, in mm. */
export function PaperFields({
  choice,
  onChoice,
  range,
  onRange,
  isRange,
  lengthMm,
  heights,
}: {
  choice: PaperChoice
  onChoice: (part: Partial<PaperChoice>) => void
  range: TypedRange
  onRange: (range: TypedRange) => void
  isRange: boolean
  lengthMm: number
  heights: readonly number[]
}) {
  const { slab } = choice
  const ends = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <div className="grid grid-cols-2 gap-3 sm:col-span-2 md:grid-cols-4">
      <Select
        label="Escala"
        value={String(choice.scale)}
        options={scales}
        onChange={(event) => onChoice({ scale: Number(event.currentTarget.value) })}
      />
      <Select
        label="Separación"
        value={String(choice.everyMm)}
        options={everies.map(millimetres)}
        onChange={(event) => onChoice({ everyMm: Number(event.currentTarget.value) })}
      />
      <TextField
        label="Desde (mm)"
        {...ends}
        value={range.from}
        error={isRange ? null : `Escribe de 0 a ${lengthMm}, de menor a mayor.`}
        onChange={(event) => onRange({ ...range, from: event.currentTarget.value })}
      />
      <TextField
        label="Hasta (mm)"
        {...ends}
        value={range.to}
        onChange={(event) => onRange({ ...range, to: event.currentTarget.value })}
      />
      <Select
        label="Grosor"
        value={String(slab.mm)}
        options={thicknesses.map((mm) =>
          mm === 0 ? { value: '0', label: 'Un solo corte' } : millimetres(mm),
        )}
        onChange={(event) => onChoice({ slab: { ...slab, mm: Number(event.currentTarget.value) } })}
      />
      <Select
        label="Dentro del grosor"
        value={slab.mode}
        disabled={slab.mm === 0}
        options={[
          { value: 'mean', label: 'Promedio' },
          { value: 'mip', label: 'Lo más intenso (MIP)' },
        ]}
        onChange={(event) =>
          onChoice({ slab: { ...slab, mode: event.currentTarget.value === 'mip' ? 'mip' : 'mean' } })
        }
      />
      <Select
        label="Ancho"
        value={String(choice.widthMm)}
        options={widths.map(millimetres)}
        onChange={(event) => onChoice({ widthMm: Number(event.currentTarget.value) })}
      />
      <Select
        label="Alto"
        value={String(choice.heightMm)}
        options={heights.map(millimetres)}
        onChange={(event) => onChoice({ heightMm: Number(event.currentTarget.value) })}
      />
    </div>
  )
}
