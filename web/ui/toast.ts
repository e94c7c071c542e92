import type { ReactNode } from 'react'
import { keptEntries } from '#domain/kept-entries.ts'
import { createStore } from '#domain/store.ts'

export type ToastVariant = 'default' | 'destructive'

export type ToastMessage = {
  title: string
  description?: string
  /** `destructive` for errors: red and announced at once. */
  variant?: ToastVariant
  /** A path of this site that is opened anew by 'Reintentar'; the message then stays. */
  retry?: string
}

/** On the page that says it, the description may hold a link. */
export type ShownToast = Omit<ToastMessage, 'description'> & { description?: ReactNode; id: number }

/** A link in a description: below the words, and high enough for a finger. */
export const toastLink =
  '-mb-2 flex min-h-11 w-fit items-center font-semibold text-signal underline underline-offset-4'

/** The message on screen. */
export const toastStore = createStore<ShownToast | null>(null)
let count = 0

/** Shows a message for 5 seconds, one to retry until it is closed; it takes the place of the one on screen. */
export function toast(message: Omit<ShownToast, 'id'>): void {
  count += 1
  toastStore.set({ ...message, id: count })
}

/** Set once this page kept a message: what shows messages may come later than that. */
let keptHere = false

/** Keeps a message for the next page, for use before a full navigation. Shown once. */
export function toastOnNextPage(message: ToastMessage): void {
  keptHere = true
  sessionStorage.setItem(keptEntries.toast, JSON.stringify(message))
}

/** Takes the message down, unless another one has taken its place. */
export function dismissToast(id: number): void {
  if (toastStore.get()?.id === id) toastStore.set(null)
}

/** Shows the message from the previous page, if any. Stored text that is no message is only logged. */
export function showKeptToast(): void {
  const kept = sessionStorage.getItem(keptEntries.toast)
  if (kept === null || keptHere) return
  sessionStorage.removeItem(keptEntries.toast)
  const message = readMessage(kept)
  if (message) toast(message)
  else console.warn('The kept message could not be read.')
}

function readMessage(text: string): ToastMessage | null {
  try {
    const { title, description, variant, retry }: Record<string, unknown> = JSON.parse(text)
    if (typeof title !== 'string') return null
    return {
      title,
      description: typeof description === 'string' ? description : undefined,
      variant: variant === 'destructive' ? 'destructive' : 'default',
      retry: typeof retry === 'string' && /^\/(?!\/)/.test(retry) ? retry : undefined,
    }
  } catch {
    return null
  }
}
