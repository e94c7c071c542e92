// @vitest-environment happy-dom

import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePaymentDraft } from './payment-draft.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

const draft = (today = '2026-11-20') => renderHook(() => usePaymentDraft(today))

const ana = '6f1cf0a8-38a4-4d8d-9d0f-111111111111'
const beto = '6f1cf0a8-38a4-4d8d-9d0f-222222222222'

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

it('books on today as long as nobody chose a date, also days later and in a form that stayed open', () => {
  const first = draft()
  act(() => first.result.current.change({ method: 'Efectivo' }))
  first.unmount()
  const later = renderHook(({ today }) => usePaymentDraft(today), { initialProps: { today: '2026-11-23' } })
  expect(later.result.current.draft).toMatchObject({ date: '2026-11-23', method: 'Efectivo' })
  later.rerender({ today: '2026-11-24' })
  expect(later.result.current.draft.date).toBe('2026-11-24')
  act(() => later.result.current.change({ date: '2026-11-19' }))
  later.rerender({ today: '2026-11-25' })
  expect(later.result.current.draft.date).toBe('2026-11-19')
})

it('says from when it is once it is older than today, and can be discarded', () => {
  const first = draft()
  expect(first.result.current.left).toBeNull()
  act(() => first.result.current.change({ patientId: ana, method: 'Efectivo' }))
  expect(first.result.current.left).toBeNull()
  first.unmount()
  const { result } = draft('2026-11-23')
  expect(result.current.left).toBe('2026-11-20')
  act(() => result.current.change({ method: 'Otro' }))
  expect(result.current.left).toBe('2026-11-20')
  act(() => result.current.discard())
  expect(result.current).toMatchObject({
    left: null,
    draft: { patientId: '', method: '', date: '2026-11-23' },
  })
})

it('is not older while nothing was entered', () => {
  draft().unmount()
  expect(draft('2026-11-23').result.current.left).toBeNull()
})

it('takes the date of a draft from before for its day', () => {
  const old = { id: 'a', patientId: ana, date: '2026-11-18', method: '', rows: [] }
  localStorage.setItem('paymentDraft', JSON.stringify(old))
  expect(draft().result.current).toMatchObject({ left: '2026-11-18', draft: { date: '2026-11-18' } })
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

it('begins anew with the service that a link names, once its price is known, whatever was left', () => {
  const left = draft()
  act(() =>
    left.result.current.change({ patientId: ana, rows: [{ service: 'Radiografía Carpal', price: '250' }] }),
  )
  cleanup()
  const paid = { service: 'Escaneo Intraoral', method: 'Transferencia' }
  const { result } = renderHook(() => usePaymentDraft('2026-11-20', ana, paid))
  expect(result.current.draft).toMatchObject({
    patientId: ana,
    method: 'Transferencia',
    rows: [{ service: '', price: '' }],
  })
  act(() => result.current.take(() => '400'))
  expect(result.current.draft.rows).toEqual([{ service: 'Escaneo Intraoral', price: '400' }])
  act(() => result.current.take(() => '999'))
  expect(result.current.draft.rows).toEqual([{ service: 'Escaneo Intraoral', price: '400' }])
})

it('puts a draft of somebody else aside, over reloads, and brings it back when asked or once the payment is registered', () => {
  const left = draft()
  expect(left.result.current.goBack).toBeNull()
  act(() => left.result.current.change({ patientId: ana, method: 'Efectivo' }))
  cleanup()
  const paid = { service: 'Escaneo Intraoral', method: 'Transferencia' }
  renderHook(() => usePaymentDraft('2026-11-20', beto, paid))
  cleanup()
  const other = draft()
  expect(other.result.current.draft).toMatchObject({ patientId: beto, method: 'Transferencia' })
  act(() => other.result.current.goBack?.())
  expect(other.result.current.draft).toMatchObject({ patientId: ana, method: 'Efectivo' })
  expect(other.result.current.goBack).toBeNull()
  cleanup()

  const next = renderHook(() => usePaymentDraft('2026-11-20', beto, paid))
  act(() => next.result.current.clear())
  next.unmount()
  expect(draft().result.current.draft).toMatchObject({ patientId: ana, method: 'Efectivo' })
})

it('loses nothing that was typed: neither by a second link, nor by going back', () => {
  const paid = { service: 'Escaneo Intraoral', method: 'Transferencia' }
  const left = draft()
  act(() => left.result.current.change({ patientId: ana, method: 'Efectivo' }))
  cleanup()
  // Nobody typed in what the first link began, so it does not wait as well.
  renderHook(() => usePaymentDraft('2026-11-20', beto, paid))
  cleanup()
  const { result } = renderHook(() => usePaymentDraft('2026-11-20', beto, paid))
  act(() => result.current.change({ date: '2026-11-19' }))
  act(() => result.current.goBack?.())
  expect(result.current.draft).toMatchObject({ patientId: ana, method: 'Efectivo' })
  act(() => result.current.goBack?.())
  expect(result.current.draft).toMatchObject({ patientId: beto, date: '2026-11-19' })
  act(() => result.current.discard())
  act(() => result.current.goBack?.())
  expect(result.current.draft).toMatchObject({ patientId: ana, method: 'Efectivo' })
  expect(result.current.goBack).toBeNull()
})

it('leaves the service open that no payment is for', () => {
  const paid = { service: 'Tomografías (CBCT - 3D)', method: 'Efectivo' }
  const { result } = renderHook(() => usePaymentDraft('2026-11-20', ana, paid))
  act(() => result.current.take(() => null))
  expect(result.current.draft.rows).toEqual([{ service: '', price: '' }])
})
