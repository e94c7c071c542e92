/** Whether a text looks like an invoice number: 'IDX-' and 8 digits. The database assigns them. */
export function isInvoiceNumber(text: string): boolean {
  return /^IDX-\d{8}$/.test(text)
}
