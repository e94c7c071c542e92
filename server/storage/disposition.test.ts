import { describe, expect, it } from 'vitest'
import { servingHeaders } from './disposition.ts'

describe('what a browser does with a stored file', () => {
  it.each([
    ['image/png', 'image/png'],
    ['Application/PDF; version=1.7', 'application/pdf'],
    ['application/dicom', 'application/dicom'],
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['IMAGE/SVG+XML; a=b', 'application/octet-stream'],
    ['\u00e9/\u0100\r\nx: 1', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('saves %j as %s and lets nothing in it run', (declared, type) => {
    const headers = servingHeaders(declared, 'a', null)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

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
