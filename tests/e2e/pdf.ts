import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'

/** The result of printing the page to a file: each page's text, and its size in points. */
export type Printed = { pages: string[]; width: number; height: number }

/** Prints with the page's own paper and margins (`@page`). */
export async function printed(page: Page): Promise<Printed> {
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: false })
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { text } = await extractText(pdf)
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view
  return { pages: text, width: Math.round(width), height: Math.round(height) }
}

// What PDF.js calls to read pictures; Node has it from 21 on.
if (!('transferToFixedLength' in ArrayBuffer.prototype))
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    value(this: ArrayBuffer, bytes = this.byteLength) {
      const fixed = new Uint8Array(bytes)
      fixed.set(new Uint8Array(this).subarray(0, bytes))
      return fixed.buffer
    },
  })

/** A picture on a printed page: mm of paper, its lower edge from that of the page, and the pixels that it has in the file. */
type PrintedPicture = { width: number; height: number; low: number; columns: number; rows: number }

/** The pictures of each printed page, as large as they are drawn. */
export async function printedPictures(page: Page): Promise<PrintedPicture[][]> {
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: false })
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { OPS } = await getResolvedPDFJS()
  const pages: PrintedPicture[][] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList()
    const kept: Matrix[] = []
    let now: Matrix = [1, 0, 0, 1, 0, 0]
    const found: PrintedPicture[] = []
    for (const [at, operator] of fnArray.entries()) {
      const given = argsArray[at]
      if (operator === OPS.save) kept.push(now)
      else if (operator === OPS.restore) now = kept.pop() ?? now
      else if (operator === OPS.transform) now = times(now, given)
      else if (operator === OPS.paintImageXObject) {
        const [, columns, rows] = given
        const [a, b, c, d, , f] = now
        const [width, height] = [mmOf(Math.hypot(a, b)), mmOf(Math.hypot(c, d))]
        found.push({ width, height, low: mmOf(Math.min(f, f + d)), columns, rows })
      }
    }
    pages.push(found)
  }
  return pages
}

type Matrix = readonly [number, number, number, number, number, number]
const mmOf = (points: number) => (points / 72) * 25.4
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]
