import { useEffect, useState } from 'react'
import type { PaymentDraft } from '#domain/payment.ts'
import { newId } from '#web/data/ids.ts'

/** The draft in this browser; `id` becomes the invoice's, so that a repeat after a lost answer meets itself. */
export type StoredDraft = PaymentDraft & { id: string }

const draftKey = 'paymentDraft'

/** A draft with today's date and one empty row. */
function blankDraft(today: string, patientId = ''): StoredDraft {
  return { id: newId(), patientId, date: today, method: '', rows: [{ service: '', price: '' }] }
}

/** The draft that was left here; corrupt data are only logged. */
function readDraft(): StoredDraft | null {
  const stored = localStorage.getItem(draftKey)
  if (stored === null) return null
  const draft = parse(stored)
  if (!draft) console.warn('The stored payment draft could not be read.')
  return draft
}

/** What was left here, or a blank draft; for a wanted patient never what was typed for another one. */
function firstDraft(today: string, wanted: string): StoredDraft {
  const left = readDraft()
  if (!wanted) return left ?? blankDraft(today)
  if (!left || (left.patientId !== '' && left.patientId !== wanted)) return blankDraft(today, wanted)
  return left.patientId === wanted ? left : { ...left, patientId: wanted, id: newId() }
}

/** The draft as state that survives a reload, and how to begin anew. `wanted`: the patient that a link names, or ''. */
export function usePaymentDraft(today: string, wanted = '') {
  const [draft, setDraft] = useState(() => firstDraft(today, wanted))
  useEffect(() => localStorage.setItem(draftKey, JSON.stringify(draft)), [draft])
  return {
    draft,
    /** What says something else is another payment: it must not meet an earlier one whose answer got lost. */
    change: (values: Partial<PaymentDraft>) => setDraft((before) => ({ ...before, ...values, id: newId() })),
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
