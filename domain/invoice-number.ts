/** True for the shape of an invoice number: 'IDX-' and 8 digits. The database allocates them. */
export function isInvoiceNumber(text: string): boolean {
  return /^IDX-\d{8}$/.test(text)
}
