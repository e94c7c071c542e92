import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { built, ensureBuilt } from '#server/site/build.ts'

// Row 82 of the result: nothing that people read claims certification, legal validity or a diagnosis (docs/product/report-reading.md).

const claims: [what: string, pattern: RegExp][] = [
  ['certification', /(?<!su |tu |el |del |un )certificad[oa]s?\b(?! de especialidad| venció)/i],
  ['a standard', /\bcumpl(?:e|en|imos|iendo)\s+(?:con\s+)?(?:la\s+|las\s+)?(?:NOM|norma)/i],
  ['a standard', /(?<!acto médico, )\b(?:conforme|apegad[oa]s?|de acuerdo)\s+(?:a|con)\s+la\s+NOM\b/i],
  ['legal validity', /(?<!no tiene )validez\s+(?:legal|oficial|jurídica|fiscal|probatoria)/i],
  ['legal validity', /\bvalor\s+(?:legal|jurídico|probatorio)/i],
  ['approval', /\b(?:avalad|aprobad|autorizad)[oa]s?\s+por\s+(?:la\s+)?(?:COFEPRIS|SSA|Secretaría|FDA)/i],
  ['another signature', /(?<!No es la )\be\.firma\b(?! del SAT\. Comprueba)/i],
  ['a device that diagnoses', /(?<!\bno es un )\bdispositivo de diagnóstico/i],
  ['a diagnosis', /\bdiagnóstico\s+(?:automático|asistido|definitivo|garantizado|por (?:IA|inteligencia))/i],
  ['a diagnosis', /\bcalidad\s+diagnóstica|\bpara\s+(?:uso\s+)?diagnosticar\b/i],
  ['a diagnosis', /\bdetecta(?:mos)?\s+(?:automáticamente|caries|fracturas|tumores|lesiones)/i],
]

/** What the clinic's own specification writes on its public page, about its machines. */
const prescribed = ['Tecnología Certificada']

/** The claims in a text, each with what it says. */
function claimsIn(text: string): string[] {
  const own = prescribed.reduce((rest, words) => rest.replaceAll(words, ''), text.replace(/\s+/g, ' '))
  return claims.flatMap(([what, pattern]) => {
    const found = pattern.exec(own)
    return found ? [`${what}: ${own.slice(Math.max(0, found.index - 30), found.index + 60)}`] : []
  })
}

const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

it.each([
  'Informe certificado por la clínica',
  'Tecnología certificada',
  'Cumple con la NOM-004',
  'Este informe tiene validez legal',
  'Documento conforme a la NOM-024',
  'Firmado con e.firma',
  'Es un dispositivo de diagnóstico',
  'Diagnóstico asistido por computadora',
  'Imágenes de calidad diagnóstica',
  'Detecta caries',
  'Avalado por la Secretaría de Salud',
])('knows a claim: %s', (text) => {
  expect(claimsIn(text)).not.toEqual([])
})

it.each([
  'Diagnóstico por imagen',
  'No es un dispositivo de diagnóstico',
  'La vista en línea no es un dispositivo de diagnóstico.',
  'Tu certificado venció el 20/11/2026: no se imprimirá.',
  'Certificado de especialidad',
  'Guardamos el expediente cinco años a partir del último acto médico, conforme a la NOM-004-SSA3-2012.',
  'Este documento es informativo y no tiene validez fiscal.',
  'No es la e.firma del SAT. Comprueba este informe con el código QR.',
])('lets stand: %s', (text) => {
  expect(claimsIn(text)).toEqual([])
})

describe('nothing of ours claims it', () => {
  beforeAll(() => ensureBuilt(() => {}))

  it('in what the browser loads', () => {
    const files = filesBelow(built.client, /\.(?:js|html)$/)
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap((file) =>
      claimsIn(readFileSync(file, 'utf8')).map((claim) => `${file}: ${claim}`),
    )
    expect(found).toEqual([])
  })

  it('in what the server and the database say, and in the demo', () => {
    const files = [
      ...filesBelow('supabase', /\.(?:sql|ts)$/),
      ...filesBelow('server', /\.ts$/),
      ...filesBelow('domain', /\.ts$/),
      ...filesBelow('demo', /\.ts$/),
    ]
    const found = files.flatMap((file) =>
      claimsIn(readFileSync(file, 'utf8')).map((claim) => `${file}: ${claim}`),
    )
    expect(found).toEqual([])
  })

  it('in the documents', () => {
    const files = [...filesBelow('docs', /\.md$/), 'README.md']
    const found = files.flatMap((file) =>
      claimsIn(readFileSync(file, 'utf8')).map((claim) => `${file}: ${claim}`),
    )
    expect(found).toEqual([])
  })
})
