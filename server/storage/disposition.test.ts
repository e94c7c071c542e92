import { describe, expect, it } from 'vitest'
import { servingHeaders } from './disposition.ts'

describe('what a browser does with a stored file', () => {
  it('shows an image or a PDF that is asked for without download', () => {
    expect(servingHeaders('image/png', 'a.png', null)['content-disposition']).toMatch(/^inline;/)
    expect(servingHeaders('application/pdf', 'a.pdf', null)['content-disposition']).toMatch(/^inline;/)
    expect(servingHeaders('image/png', 'a.png', '')['content-disposition']).toMatch(/^attachment;/)
  })

  it.each(['text/html', 'image/svg+xml', 'application/zip', 'application/dicom', 'IMAGE/SVG+XML; a=b'])(
    'saves %s and lets nothing in it run',
    (type) => {
      const headers = servingHeaders(type, 'a', null)
      expect(headers['content-disposition']).toMatch(/^attachment;/)
      expect(headers['content-security-policy']).toContain('sandbox')
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )

  it('calls it by the asked name, else by its own', () => {
    expect(servingHeaders('a/b', 'Radiografía.zip', '')['content-disposition']).toBe(
      `attachment; filename="Radiografia.zip"; filename*=UTF-8''Radiograf%C3%ADa.zip`,
    )
    expect(servingHeaders('a/b', 'x', 'Estudio.zip')['content-disposition']).toContain('Estudio.zip')
  })

  it('cannot be talked into another header or parameter', () => {
    const { 'content-disposition': header } = servingHeaders('a/b', 'x', 'a"; filename="b.exe\r\nX: 1')
    expect(header).toBe(
      `attachment; filename="a_; filename=_b.exe__X: 1"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe%0D%0AX%3A%201`,
    )
  })
})
