import { useEffect, useState } from 'react'
import type { PaymentDraft } from '#domain/payment.ts'
import { newId } from '#web/backend/ids.ts'

/**
 * The draft in this browser; `id` becomes the invoice's, so that a retry after a lost answer finds it. `date` is null until one
 * is chosen: then it means today, whenever the draft is opened. `began` is the clinic's day of its first change.
 * `linked` is one that a link filled and nobody has changed. `before` is another one that was typed and then put aside by a link: it
 * comes back when asked for, or once this payment is registered.
 */
export type StoredDraft = Omit<PaymentDraft, 'date'> & {
  id: string
  date: string | null
  began: string
  linked?: boolean
  before?: StoredDraft
}

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

/** The stored draft, or a blank one; for a wanted patient or service a draft of something else is put aside. */
function firstDraft(today: string, wanted: string, { service, method }: Known): StoredDraft {
  const left = readDraft()
  if (!wanted) return left ?? blankDraft(today)
  const fits = !service && left && (left.patientId === '' || left.patientId === wanted)
  if (fits) return left.patientId === wanted ? left : { ...left, patientId: wanted, id: newId() }
  const before = left && typed(left)
  return { ...blankDraft(today, wanted), method, linked: true, ...(before && { before }) }
}

/** The draft if somebody typed in it, else the one that it put aside. */
function typed(draft: StoredDraft): StoredDraft | undefined {
  return draft.linked || isBlank(draft) ? draft.before : draft
}

/** The draft that was put aside takes the place of this one, which waits behind it if somebody typed in it. */
function swapped({ before, ...draft }: StoredDraft): StoredDraft {
  if (!before) return draft
  const waiting = typed({ ...draft, ...(before.before && { before: before.before }) })
  const { before: _, ...back } = before
  return { ...back, ...(waiting && { before: waiting }) }
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
        linked: false,
        began: isBlank(before) ? today : before.began,
      })),
    /** The catalogue has arrived: the known service at its price, or an empty row when it is not for sale under that name. */
    take: (priceOf: (service: string) => string | null) => {
      if (untaken === '') return
      setUntaken('')
      const price = priceOf(untaken)
      if (price !== null) setDraft((before) => ({ ...before, rows: [{ service: untaken, price }] }))
    },
    discard: () => setDraft(({ before }) => ({ ...blankDraft(today), ...(before && { before }) })),
    /** Returns to the draft that a link put aside; null when there is none. */
    goBack: draft.before ? () => setDraft(swapped) : null,
    /** Only in storage, where the one that was put aside takes its place: the screen with the draft is about to close. */
    clear: () =>
      draft.before
        ? localStorage.setItem(draftKey, JSON.stringify(draft.before))
        : localStorage.removeItem(draftKey),
  }
}

function parse(text: string): StoredDraft | null {
  try {
    return asDraft(JSON.parse(text))
  } catch {
    return null
  }
}

function asDraft(value: unknown): StoredDraft | null {
  if (!isDraft(value)) return null
  const before = asDraft(value.before)
  const { before: _, ...draft } = value
  // Older drafts have no `began`; their date is the day they were started.
  return { ...draft, began: draft.began ?? draft.date ?? '', ...(before && { before }) }
}

type Left = Omit<StoredDraft, 'began' | 'before'> & { began?: string; before?: unknown }

function isDraft(value: unknown): value is Left {
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
