// @vitest-environment happy-dom
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import type { VerifiedReport } from '#web/backend/report-rows.ts'

const verify = vi.hoisted(() => vi.fn<(token: string) => Promise<VerifiedReport | null>>())
vi.mock('#web/backend/verify-report.ts', () => ({ verifyReport: verify }))
vi.mock('#web/backend/config.ts', () => ({ loadClinic: async () => ({ timeZone: 'America/Mexico_City' }) }))
vi.mock('./show-clinic.ts', () => ({ showClinic: async () => {} }))
afterEach(() => vi.resetAllMocks())

const [, body = ''] = /<body>([\s\S]*)<\/body>/.exec(readFileSync('web/informe.html', 'utf8')) ?? []
const text = 'Informe radiológico\nINF-000123\n'
const report: VerifiedReport = {
  ...{ state: 'firmado', folio: 'INF-000123', addenda: 0, annulled_at: null },
  ...{ signed_at: '2026-11-25T16:42:00+00:00', signer_name: 'Dra. Rivas' },
  ...{ signer_specialty: null, signer_license: '10200303' },
  content_hash: createHash('sha256').update(text).digest('hex'),
}

async function open(answer: () => Promise<VerifiedReport | null>) {
  verify.mockImplementation(answer)
  document.body.innerHTML = body
  history.replaceState(null, '', '/informe/codigo')
  vi.resetModules()
  await import('./verify-report.ts')
}

/** What is seen of the page. */
function shown(): string {
  const page = document.createElement('div')
  page.innerHTML = document.body.innerHTML
  for (const part of page.querySelectorAll('[hidden], noscript')) part.remove()
  return page.textContent.replace(/\s+/g, ' ')
}

it.each<[Partial<VerifiedReport>, string]>([
  [{}, ' FIRMADO '],
  [{ addenda: 1 }, ' FIRMADO, CON ADENDA '],
  [{ state: 'anulado', addenda: 1 }, ' ANULADO '],
])('of %j says%s, who signed and when, and no patient', async (changes, state) => {
  await open(async () => ({ ...report, ...changes }))
  await until(() => expect(shown()).toContain(state))
  expect(verify).toHaveBeenCalledExactlyOnceWith('codigo')
  const hash = report.content_hash.match(/.{8}/g)?.join(' ')
  const [facts] = /Folio .* Comprobar/.exec(shown()) ?? []
  expect(facts?.trim()).toBe(
    `Folio INF-000123 Firmado el 25/11/2026, 10:42 a. m. Firmó Dra. Rivas Cédula profesional 10200303 Adendas ${changes.addenda ?? 0} Huella del texto firmado (SHA-256) ${hash} Comprobar`,
  )
})

it.each<[string, () => Promise<null>, string]>([
  ['no report', async () => null, 'Este informe no existe.'],
  [
    'a failure',
    () => Promise.reject(new AppError('verify_report', 'server')),
    'No se pudo verificar el informe.',
  ],
])('says of %s what it is', async (_, answer, words) => {
  await open(answer)
  await until(() => expect(shown()).toContain(words))
  expect(shown()).not.toContain('Comprobar un archivo')
})

it.each([
  ['the signed text', text, 'El texto coincide con el informe firmado.'],
  ['another letter', text.replace('ó', 'o'), 'El texto no coincide: fue modificado o es de otro informe.'],
])('a file with %s is compared in the browser', async (_, words, said) => {
  await open(async () => report)
  await until(() => expect(shown()).toContain('Comprobar un archivo'))
  const input = document.querySelector<HTMLInputElement>('#file')
  if (!input) throw new Error('There is a field')
  Object.defineProperty(input, 'files', { value: [new File([words], 'INF-000123.txt')] })
  input.dispatchEvent(new Event('change'))
  await until(() => expect(shown()).toContain(said))
  expect(verify).toHaveBeenCalledOnce()
})
