import { Trash2 } from 'lucide-react'
import { parsePrice } from '#domain/money.ts'
import type { Service } from '#web/backend/database.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** One service of a payment with its editable price in pesos. */
export function ServiceRow({
  index,
  row,
  errors,
  services,
  onService,
  onPrice,
  onRemove,
}: {
  index: number
  row: { service: string; price: string }
  /** What the row lacks, once that was asked. */
  errors?: { service: string | null; price: string | null }
  services: readonly Service[]
  onService: (name: string) => void
  onPrice: (price: string) => void
  /** Undefined for the last remaining row. */
  onRemove?: () => void
}) {
  const price = row.price.trim() === '' ? null : parsePrice(row.price)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 rounded-panel border border-line bg-paper p-3.5 sm:grid-cols-[minmax(0,1fr)_10rem_auto] sm:border-0 sm:bg-transparent sm:p-0">
      <Select
        label="Servicio"
        className="max-sm:col-span-2"
        placeholder="Selecciona un servicio"
        options={services.map(({ name }) => name)}
        value={services.some(({ name }) => name === row.service) ? row.service : ''}
        error={errors?.service}
        onChange={(event) => onService(event.target.value)}
      />
      <TextField
        id={`precio-${index}`}
        label="Precio"
        inputMode="decimal"
        autoComplete="off"
        value={row.price}
        onChange={(event) => onPrice(event.target.value)}
        error={price && !price.ok ? price.problem : errors?.price}
      />
      <div className="self-start pt-7.5">
        <IconButton
          label="Quitar servicio"
          disabled={!onRemove}
          icon={<Trash2 aria-hidden className="size-5" />}
          onClick={onRemove}
        />
      </div>
    </div>
  )
}
