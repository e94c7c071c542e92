import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'

/** What somebody gets who prints the page into a file: each page's text, and its size in points. */
export type Printed = { pages: string[]; width: number; height: number }

/** Prints with the paper and the margins that the page itself asks for (`@page`). */
export async function printed(page: Page): Promise<Printed> {
  const file = await page.pdf({ preferCSSPageSize: true, printBackground: false })
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { text } = await extractText(pdf)
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view
  return { pages: text, width: Math.round(width), height: Math.round(height) }
}
