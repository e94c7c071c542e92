import { accountsOf, type Person } from './accounts.ts'
import { createRandom } from './random.ts'
import { scanNames } from './scans.ts'
import { isTomography, type TomographyName, tomographyNames } from './tomography.ts'

const panoramics = {
  child: ['panoramica-child-1'],
  young: ['panoramica-young-1', 'panoramica-young-2'],
  adult: ['panoramica-adult-1', 'panoramica-adult-2', 'panoramica-adult-3'],
  senior: ['panoramica-senior-1', 'panoramica-senior-2'],
}
const heads = ['1', '2', '3', '4']

/** By age: what is planned with a whole skull is planned early, and old mouths have lost teeth. */
const tomographiesAt: Record<keyof typeof panoramics, readonly TomographyName[]> = {
  child: ['tomografia-craneo'],
  young: ['tomografia-5x5-1', 'tomografia-craneo', 'tomografia-craneo'],
  adult: ['tomografia-5x5-1', 'tomografia-5x5-2', 'tomografia-arcada-1', 'tomografia-bimaxilar'],
  senior: ['tomografia-5x5-2', 'tomografia-arcada-2', 'tomografia-arcada-2'],
}

/** Every picture, scan and tomography in demo/assets, as its files are called. */
export const assetNames = [
  ...Object.values(panoramics).flat(),
  ...heads.flatMap((head) => [`lateral-${head}`, `trazado-${head}`]),
  'carpal-1',
  'carpal-2',
  'carpal-3',
  ...scanNames,
  ...tomographyNames,
]

/**
 * What a study's file shows: a mouth, head or hand of the patient's age, and always the same for the same patient. A
 * name of `assetNames`.
 */
export function assetOf(
  seed: number,
  { patient_id, study_type }: { patient_id: string; study_type: string },
  { age }: Pick<Person, 'age'>,
): string {
  const random = createRandom(seed, `asset ${patient_id}`)
  if (study_type === 'Tomografías') return tomographyOf(seed, patient_id, age)
  if (study_type === 'Escaneo Intraoral') return random.pick(scanNames)
  if (study_type === 'Radiografía Panorámica') return random.pick(panoramics[stageOf(age)])
  if (study_type === 'Radiografía Carpal') return handOf(age)
  const head = random.pick(heads)
  return study_type === 'Trazados Cefalométricos' ? `trazado-${head}` : `lateral-${head}`
}

/** The printed patients have an arch, of which their reports speak; a few teeth or more for others. */
function tomographyOf(seed: number, patientId: string, age: number | null): TomographyName {
  const { paciente, paciente2 } = accountsOf(seed)
  if (patientId === paciente.id || patientId === paciente2.id) return 'tomografia-arcada-1'
  return createRandom(seed, `asset ${patientId}`).pick(tomographiesAt[stageOf(age)])
}

/** How a study's file ends. */
export function extensionOf(asset: string): 'dcm' | 'png' | 'jpg' | 'zip' {
  if (asset === 'carpal-3') return 'png'
  if (asset.startsWith('trazado')) return 'jpg'
  return isTomography(asset) || asset.startsWith('escaneo') ? 'zip' : 'dcm'
}

function stageOf(age: number | null): keyof typeof panoramics {
  if (age === null) return 'adult'
  if (age < 12) return 'child'
  if (age < 26) return 'young'
  return age < 55 ? 'adult' : 'senior'
}

/** Growth plates are open at eight and twelve, and closed at sixteen. */
function handOf(age: number | null): string {
  if (age === null || age > 14) return 'carpal-3'
  return age < 10 ? 'carpal-2' : 'carpal-1'
}
