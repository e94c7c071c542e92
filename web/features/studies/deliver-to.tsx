import { regionParts } from '#domain/odontogram.ts'
import type { OpenOrder } from '#web/backend/answers.ts'
import { Select } from '#web/ui/select.tsx'

/** Which dentist's order a new study answers: chosen already where there is one, asked where there are several. */
export function DeliverTo({
  orders,
  order,
  onChange,
}: {
  orders: readonly OpenOrder[]
  /** The id of the chosen one, '' for nobody, null while nobody said. */
  order: string | null
  onChange: (order: string) => void
}) {
  const [only, ...others] = orders
  if (!only) return null
  const asks = others.length > 0
  return (
    <Select
      label="Se entregará a"
      value={order ?? (asks ? 'unknown' : only.order_id)}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...(asks && order === null ? [{ value: 'unknown', label: 'Elige un dentista', disabled: true }] : []),
        ...orders.map((one) => ({
          value: one.order_id,
          label: [one.name, ...regionParts(one)].join(', '),
        })),
        { value: '', label: 'Nadie' },
      ]}
      help={asks ? 'Hay varias órdenes de este estudio.' : only.question}
      className="sm:col-span-2"
    />
  )
}

/** The order that is meant: the only one unless somebody said otherwise. */
export function chosenOrder(orders: readonly OpenOrder[], order: string | null): OpenOrder | undefined {
  if (order === null) return orders.length === 1 ? orders[0] : undefined
  return orders.find(({ order_id }) => order_id === order)
}
