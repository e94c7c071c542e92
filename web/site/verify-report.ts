import { hashGroups } from '#domain/content-hash.ts'
import { dayInZone, formatDay, timeInZone } from '#domain/days.ts'
import { spokenTime } from '#domain/spoken-time.ts'
import { loadClinic } from '#web/backend/config.ts'
import { toAppError } from '#web/backend/errors.ts'
import type { VerifiedReport } from '#web/backend/report-rows.ts'
import { verifyReport } from '#web/backend/verify-report.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { showClinic } from './show-clinic.ts'

// The page behind the QR code of a report (docs/product/report-reading.md). Its words are in informe.html; this shows the right ones.

const token = location.pathname.split('/').at(-1) ?? ''
const clinicZone = loadClinic().then(
  ({ timeZone }) => timeZone,
  () => 'America/Mexico_City',
)

/** Shows, of the elements with `data-{name}`, those that have this word there. */
function showOnly(name: string, word: string): void {
  for (const part of document.querySelectorAll<HTMLElement>(`[data-${name}]`))
    part.hidden = part.getAttribute(`data-${name}`) !== word
}

function write(id: string, text: string): void {
  const place = document.getElementById(id)
  if (place) place.textContent = text
}

async function showReport(report: VerifiedReport): Promise<void> {
  const zone = await clinicZone
  const signed = new Date(report.signed_at)
  const { state, addenda } = report
  showOnly('status', state === 'firmado' && addenda > 0 ? 'adenda' : state)
  write('folio', report.folio)
  write('moment', `${formatDay(dayInZone(signed, zone))}, ${spokenTime(timeInZone(signed, zone))}`)
  write('signer', report.signer_name)
  write('specialty', report.signer_specialty ?? '')
  for (const part of document.querySelectorAll<HTMLElement>('[data-specialty]'))
    part.hidden = !report.signer_specialty
  write('license', report.signer_license)
  write('addenda', String(addenda))
  write('hash', hashGroups(report.content_hash))
  compareFilesWith(report.content_hash)
  showOnly('state', 'known')
}

/** The file stays in the browser: only its hash is made here and compared. */
function compareFilesWith(hash: string): void {
  const input = document.querySelector<HTMLInputElement>('#file')
  if (!input) return
  input.onchange = async () => {
    const [file] = input.files ?? []
    if (!file) return
    showOnly('match', '')
    try {
      const found = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      showOnly('match', hexOf(found) === hash ? 'same' : 'other')
    } catch {
      showOnly('match', 'unread')
    }
    // The same file can be chosen again after it changed.
    input.value = ''
  }
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function ask(): Promise<void> {
  showOnly('state', 'asking')
  try {
    const report = await verifyReport(token)
    if (report) await showReport(report)
    else showOnly('state', 'unknown')
  } catch (failure) {
    write('problem', errorMessage(toAppError(failure, 'verify_report')).description)
    showOnly('state', 'failed')
  }
}

document.getElementById('again')?.addEventListener('click', () => void ask())
void showClinic()
void ask()
