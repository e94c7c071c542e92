import { emptyOrder, type OrderForm, type OrderSending } from '#domain/order-form.ts'
import { newId } from '#web/backend/ids.ts'

/** In session storage; it is forgotten with the session. */
const key = 'order-draft'
const attemptKey = 'order-attempt'

/** What was typed in this tab before, or an empty order. Unreadable stored data is none. */
export function readOrderDraft(): OrderForm {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof draft !== 'object' || draft === null) return emptyOrder
    const kept = Object.entries(draft).filter(([name, value]) => isLike(value, Reflect.get(emptyOrder, name)))
    return { ...emptyOrder, ...Object.fromEntries(kept) }
  } catch {
    return emptyOrder
  }
}

function isLike(value: unknown, model: unknown): boolean {
  return typeof value === typeof model && Array.isArray(value) === Array.isArray(model)
}

/** Keeps what is typed for this tab; a full or blocked storage must not disturb typing. */
export function writeOrderDraft(order: OrderForm): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(order))
  } catch {
    // It stays on the screen.
  }
}

export function clearOrderDraft(): void {
  sessionStorage.removeItem(key)
  sessionStorage.removeItem(attemptKey)
}

/** The id that an order is sent with: the same while its content is, also after a reload, so that a lost answer orders nothing twice. */
export function sendingIdOf(order: OrderSending): string {
  const said = JSON.stringify(order)
  const kept = sessionStorage.getItem(attemptKey) ?? ''
  const [id = ''] = kept.split(' ', 1)
  if (kept === `${id} ${said}`) return id
  const fresh = newId()
  try {
    sessionStorage.setItem(attemptKey, `${fresh} ${said}`)
  } catch {
    // A retry without a reload still has the words on the screen.
  }
  return fresh
}
