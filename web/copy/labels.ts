/** The six kinds of study that the clinic makes; the catalogue in the database has their prices. */
export const studyTypes = [
  'Radiografía Panorámica',
  'Radiografía Lateral de Cráneo',
  'Radiografía Carpal',
  'Tomografías',
  'Trazados Cefalométricos',
  'Escaneo Intraoral',
] as const
export type StudyType = (typeof studyTypes)[number]
