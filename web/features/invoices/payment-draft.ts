import { useEffect, useState } from 'react'
import type { PaymentDraft } from '#domain/payment.ts'
import { newId } from '#web/data/ids.ts'

/** The draft in this browser; `id` becomes the invoice's, so that a repeat after a lost answer meets itself. */
export type StoredDraft = PaymentDraft & { id: string }

const draftKey = 'paymentDraft'

/** A draft with today's date and one empty row. */
function blankDraft(today: string): StoredDraft {
  return { id: newId(), patientId: '', date: today, method: '', rows: [{ service: '', price: '' }] }
}

/** The draft that was left here; corrupt data are only logged. */
function readDraft(): StoredDraft | null {
  const stored = localStorage.getItem(draftKey)
  if (stored === null) return null
  const draft = parse(stored)
  if (!draft) console.warn('The stored payment draft could not be read.')
  return draft
}

/** The draft as state that survives a reload, and how to begin anew. */
export function usePaymentDraft(today: string) {
  const [draft, setDraft] = useState(() => readDraft() ?? blankDraft(today))
  useEffect(() => localStorage.setItem(draftKey, JSON.stringify(draft)), [draft])
  return {
    draft,
    change: (values: Partial<PaymentDraft>) => setDraft((before) => ({ ...before, ...values })),
    /** Only in storage: the screen that shows the draft is about to be left. */
    clear: () => localStorage.removeItem(draftKey),
  }
}

function parse(text: string): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const draft: Partial<Record<keyof StoredDraft, unknown>> = value
  const texts = [draft.id, draft.patientId, draft.date, draft.method]
  return (
    texts.every((text) => typeof text === 'string') && Array.isArray(draft.rows) && draft.rows.every(isRow)
  )
}

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const row: { service?: unknown; price?: unknown } = value
  return typeof row.service === 'string' && typeof row.price === 'string'
}
