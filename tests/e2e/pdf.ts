import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'

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
