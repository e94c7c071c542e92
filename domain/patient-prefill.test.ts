import { expect, it } from 'vitest'
import { hasPrefill, prefillSearch, readPatientPrefill } from './patient-prefill.ts'

const empty = { full_name: '', email: '', phone: '', age: '', requestId: null }

it('reads every field of the address', () => {
  const search = '?full_name=Ana%20Ruiz&email=ana%40correo.test&phone=%2B52+962&age=34&requestId=17'
  expect(readPatientPrefill(search)).toEqual({
    full_name: 'Ana Ruiz',
    email: 'ana@correo.test',
    phone: '+52 962',
    age: '34',
    requestId: '17',
  })
})

it('leaves out what cannot be seen', () => {
  expect(readPatientPrefill('?email=ana%E2%80%8B%40correo.test&phone=%E2%80%AA962%E2%80%AC')).toMatchObject({
    email: 'ana@correo.test',
    phone: '962',
  })
})

it('takes name where there is no full_name', () => {
  expect(readPatientPrefill('?name=Ana').full_name).toBe('Ana')
  expect(readPatientPrefill('?name=Ana&full_name=Ana Ruiz').full_name).toBe('Ana Ruiz')
})

it.each(['', '?', '?age=treinta', '?requestId=1;drop', '?requestId=-1', '?otra=1'])(
  '%j brings nothing',
  (search) => {
    expect(readPatientPrefill(search)).toEqual(empty)
    expect(hasPrefill(readPatientPrefill(search))).toBe(false)
  },
)

it('is announced when there is anything', () => {
  expect(hasPrefill({ ...empty, requestId: '17' })).toBe(true)
  expect(hasPrefill({ ...empty, phone: '962' })).toBe(true)
})

it('leaves only the request in the address', () => {
  expect(prefillSearch('17')).toBe('?requestId=17')
  expect(prefillSearch(null)).toBe('')
})
