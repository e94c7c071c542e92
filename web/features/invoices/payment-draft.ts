import { useEffect, useState } from 'react'
import type { PaymentDraft } from '#domain/payment.ts'
import { newId } from '#web/backend/ids.ts'

/**
 * The draft in this browser; `id` becomes the invoice's, so that a retry after a lost answer finds it. `date` is null until one
 * is chosen: then it means today, whenever the draft is opened. `began` is the clinic's day of its first change.
 */
export type StoredDraft = Omit<PaymentDraft, 'date'> & { id: string; date: string | null; began: string }

const draftKey = 'paymentDraft'

/** A draft of today with one empty row. */
function blankDraft(today: string, patientId = ''): StoredDraft {
  return {
    id: newId(),
    patientId,
    date: null,
    method: '',
    rows: [{ service: '', price: '' }],
    began: today,
  }
}

/** Nothing was entered yet. */
function isBlank({ patientId, date, method, rows }: StoredDraft): boolean {
  return (
    patientId === '' &&
    date === null &&
    method === '' &&
    rows.every(({ service, price }) => service === '' && price === '')
  )
}

/** The stored draft; corrupt data are only logged. */
function readDraft(): StoredDraft | null {
  const stored = localStorage.getItem(draftKey)
  if (stored === null) return null
  const draft = parse(stored)
  if (!draft) console.warn('The stored payment draft could not be read.')
  return draft
}

/** What a link after a booking names besides the patient: for what, and how it is paid; else ''. */
export type Known = { service: string; method: string }
const nothing: Known = { service: '', method: '' }

/** The stored draft, or a blank one; for a wanted patient never a draft of another one, for a wanted service never any. */
function firstDraft(today: string, wanted: string, { service, method }: Known): StoredDraft {
  if (wanted && service) return { ...blankDraft(today, wanted), method }
  const left = readDraft()
  if (!wanted) return left ?? blankDraft(today)
  if (!left || (left.patientId !== '' && left.patientId !== wanted)) return blankDraft(today, wanted)
  return left.patientId === wanted ? left : { ...left, patientId: wanted, id: newId() }
}

/**
 * The draft as state that survives a reload, and how to begin anew. `wanted`: the patient that a link names, or ''. The `known`
 * service becomes a row by `take`, once its price is there.
 */
export function usePaymentDraft(today: string, wanted = '', known = nothing) {
  const [untaken, setUntaken] = useState(known.service)
  const [draft, setDraft] = useState(() => firstDraft(today, wanted, known))
  useEffect(() => localStorage.setItem(draftKey, JSON.stringify(draft)), [draft])
  return {
    draft: { ...draft, date: draft.date ?? today },
    /** The day (yyyy-MM-dd) that the draft was begun on, when that was before today. */
    left: !isBlank(draft) && draft.began < today ? draft.began : null,
    /** Other values are another payment: it must not match an earlier one whose answer got lost. */
    change: (values: Partial<PaymentDraft>) =>
      setDraft((before) => ({
        ...before,
        ...values,
        id: newId(),
        began: isBlank(before) ? today : before.began,
      })),
    /** The catalogue has arrived: the known service at its price, or an empty row when it is not for sale under that name. */
    take: (priceOf: (service: string) => string | null) => {
      if (untaken === '') return
      setUntaken('')
      const price = priceOf(untaken)
      if (price !== null) setDraft((before) => ({ ...before, rows: [{ service: untaken, price }] }))
    },
    discard: () => setDraft(blankDraft(today)),
    /** Only in storage: the screen with the draft is about to close. */
    clear: () => localStorage.removeItem(draftKey),
  }
}

function parse(text: string): StoredDraft | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isDraft(value)) return null
    // Older drafts have no `began`; their date is the day they were started.
    return { ...value, began: value.began ?? value.date ?? '' }
  } catch {
    return null
  }
}

function isDraft(value: unknown): value is Omit<StoredDraft, 'began'> & { began?: string } {
  if (typeof value !== 'object' || value === null) return false
  const draft: Partial<Record<keyof StoredDraft, unknown>> = value
  const texts = [draft.id, draft.patientId, draft.date ?? '', draft.began ?? '', draft.method]
  return (
    texts.every((text) => typeof text === 'string') && Array.isArray(draft.rows) && draft.rows.every(isRow)
  )
}

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const row: { service?: unknown; price?: unknown } = value
  return typeof row.service === 'string' && typeof row.price === 'string'
}
