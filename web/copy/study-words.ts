import type { StudyType } from '#domain/study.ts'

/** What a patient sees in the images of a study, in plain words. They describe the image, not the patient. */
const words: Record<StudyType, string> = {
  'Radiografía Panorámica': 'Todas tus piezas y tus maxilares en una sola imagen.',
  'Radiografía Lateral de Cráneo': 'Tu cabeza de perfil: huesos, dientes y contorno de la cara.',
  'Radiografía Carpal': 'Los huesos de tu mano y tu muñeca en una imagen.',
  Tomografías: 'Tus dientes y tus huesos en 3D, corte por corte.',
  'Trazados Cefalométricos': 'Las líneas y medidas que tu especialista traza sobre tu perfil.',
  'Escaneo Intraoral': 'Un modelo en 3D de tus dientes y encías, que puedes girar.',
}

/** Nothing for what is not in the catalogue. */
export function inPlainWords(studyType: string | null): string | null {
  return Object.entries(words).find(([type]) => type === studyType)?.[1] ?? null
}
