import { emptyOrder, type OrderForm, type OrderSending } from '#domain/order-form.ts'
import { newId } from '#web/backend/ids.ts'

/** In session storage; it is forgotten with the session. */
const key = 'order-draft'
const attemptKey = 'order-attempt'

function stored(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** What was typed in this tab before, or an empty order. Unreadable stored data is none. */
export function readOrderDraft(): OrderForm {
  try {
    const draft: unknown = JSON.parse(stored(key) || '{}')
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
  attempt = ''
  try {
    sessionStorage.removeItem(key)
    sessionStorage.removeItem(attemptKey)
  } catch {
    // Nothing was stored.
  }
}

/** The last id that was sent, and what with it; also where the storage is full or blocked. */
let attempt = stored(attemptKey)

/** The id that an order is sent with: the same while its content is, also after a reload, so that a lost answer orders nothing twice. */
export function sendingIdOf(order: OrderSending): string {
  const said = JSON.stringify(order)
  const [id = ''] = attempt.split(' ', 1)
  if (attempt === `${id} ${said}`) return id
  const fresh = newId()
  attempt = `${fresh} ${said}`
  try {
    sessionStorage.setItem(attemptKey, attempt)
  } catch {
    // It lasts until the page is left.
  }
  return fresh
}
