import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { toAppError } from '#web/backend/errors.ts'
import { type VerifiedReceipt, verifyReceipt } from '#web/backend/verify-receipt.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { showClinic } from './show-clinic.ts'

// The page behind the QR code of a receipt (docs/product/payments.md). Its words are in recibo.html; this shows the right ones.

const token = location.pathname.split('/').at(-1) ?? ''

function show(state: 'asking' | 'known' | 'unknown' | 'failed'): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-state]'))
    part.hidden = part.dataset.state !== state
}

function write(id: string, text: string): void {
  const place = document.getElementById(id)
  if (place) place.textContent = text
}

function showReceipt({ status, invoice_number, payment_date, total_amount }: VerifiedReceipt): void {
  for (const sign of document.querySelectorAll<HTMLElement>('[data-status]'))
    sign.hidden = sign.dataset.status !== status
  write('folio', invoice_number)
  write('date', formatDay(payment_date))
  write('total', formatMoney(toCentavos(total_amount)))
  show('known')
}

async function ask(): Promise<void> {
  show('asking')
  try {
    const receipt = await verifyReceipt(token)
    if (receipt) showReceipt(receipt)
    else show('unknown')
  } catch (failure) {
    write('problem', errorMessage(toAppError(failure, 'verify_receipt')).description)
    show('failed')
  }
}

document.getElementById('again')?.addEventListener('click', () => void ask())
void showClinic()
void ask()
