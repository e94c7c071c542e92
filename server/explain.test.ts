import { expect, it } from 'vitest'
import { explainStart } from './explain.ts'

const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: in English`), { code, path })

it.each([
  ['ENOSPC', 'No queda espacio en el disco para /datos.'],
  ['EACCES', 'No hay permiso para usar /datos.'],
  ['EROFS', 'No se puede escribir en /datos.'],
  ['ENOENT', 'No se puede escribir en /datos.'],
  ['EEXIST', '/datos no puede ser una carpeta'],
])('says %s in Spanish and what helps', (code, text) => {
  const said = explainStart(systemError(code, '/datos'))
  expect(said).toContain(text)
  expect(said).toContain('DATA_DIR')
})

it('says what the user of DATABASE_URL must be allowed', () => {
  expect(explainStart(systemError('42501'))).toContain('no tiene permiso: debe poder crear esquemas')
})

it('knows a full quota', () => {
  expect(explainStart(systemError('EDQUOT'))).toContain('No queda espacio')
})

it('finds a full disk behind a failed step', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const said = explainStart(new Error('No se pudo aplicar «x»: could not extend file', { cause: full }))
  expect(said).toContain('No queda espacio en el disco')
})

it('keeps our own messages as they are', () => {
  const cause = Object.assign(new Error('listen'), { code: 'EACCES' })
  expect(explainStart(new Error('No hay permiso para usar el puerto 80.', { cause }))).toBe(
    'No hay permiso para usar el puerto 80.',
  )
})

it('explains what PGlite throws, which is no Error', () => {
  expect(explainStart({ name: 'ErrnoError', errno: 51 })).toContain('PGlite no puede escribir')
})
