import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePaymentDraft } from './payment-draft.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

const draft = () => renderHook(() => usePaymentDraft('2026-11-20'))

it('begins with today and one empty row', () => {
  expect(draft().result.current.draft).toMatchObject({
    patientId: '',
    date: '2026-11-20',
    method: '',
    rows: [{ service: '', price: '' }],
  })
})

it('is found again after a reload, under the same id', () => {
  const first = draft()
  act(() =>
    first.result.current.change({
      method: 'Efectivo',
      rows: [{ service: 'Escaneo Intraoral', price: '400' }],
    }),
  )
  const { id } = first.result.current.draft
  first.unmount()
  expect(draft().result.current.draft).toMatchObject({
    id,
    method: 'Efectivo',
    rows: [{ service: 'Escaneo Intraoral', price: '400' }],
  })
})

it('is gone once the payment was registered', () => {
  const first = draft()
  act(() => first.result.current.change({ method: 'Efectivo' }))
  first.result.current.clear()
  first.unmount()
  expect(draft().result.current.draft.method).toBe('')
})

it.each(['{', '{"rows": 7}', '[]', '{"id":"a","patientId":"","date":"","method":"","rows":[{}]}'])(
  'only logs that %s cannot be read',
  (stored) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    localStorage.setItem('paymentDraft', stored)
    expect(draft().result.current.draft.date).toBe('2026-11-20')
    expect(warn).toHaveBeenCalledOnce()
  },
)

const ana = '6f1cf0a8-38a4-4d8d-9d0f-111111111111'
const beto = '6f1cf0a8-38a4-4d8d-9d0f-222222222222'

it('begins with the patient whom a link names, and never with what was typed for another', () => {
  const first = renderHook(() => usePaymentDraft('2026-11-20', ana))
  act(() => first.result.current.change({ method: 'Efectivo' }))
  const { id } = first.result.current.draft
  first.unmount()
  const again = renderHook(() => usePaymentDraft('2026-11-20', ana))
  expect(again.result.current.draft).toMatchObject({ id, patientId: ana, method: 'Efectivo' })
  again.unmount()
  const { draft } = renderHook(() => usePaymentDraft('2026-11-20', beto)).result.current
  expect(draft).toMatchObject({ patientId: beto, method: '' })
  expect(draft.id).not.toBe(id)
})

it('is another payment once it says something else: it must not meet one whose answer got lost', () => {
  const { result } = draft()
  const { id } = result.current.draft
  act(() => result.current.change({ patientId: ana }))
  expect(result.current.draft.id).not.toBe(id)
})
