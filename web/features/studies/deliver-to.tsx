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
  const said = saidOf(orders, order)
  return (
    <Select
      label="Se entregará a"
      value={said ?? (asks ? 'unknown' : only.order_id)}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...(asks && said === null ? [{ value: 'unknown', label: 'Elige un dentista', disabled: true }] : []),
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
  const said = saidOf(orders, order)
  if (said === null) return orders.length === 1 ? orders[0] : undefined
  return orders.find(({ order_id }) => order_id === said)
}

/** What was said of these orders; nothing once the one that was chosen is not among them, as after a change of the kind of study. */
function saidOf(orders: readonly OpenOrder[], order: string | null): string | null {
  return order === '' || orders.some(({ order_id }) => order_id === order) ? order : null
}
