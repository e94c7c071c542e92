import type { Clinic, StudyId } from '#domain/clinic.ts'

/** A study of the landing: its words and example images. Names match the catalogue, prices come from it. */
export type Study = {
  id: StudyId
  /** Name of the catalogue row that is requested and priced. */
  service: string
  title: string
  shortTitle: string
  description: string
  /** Catalogue rows that start with these words are its sub-services. */
  subServices?: string
  /** Said after the price. */
  unit?: string
  /** First the one on the card. */
  images: StudyImage[]
  /** The file of the image that a large card begins with. */
  cover?: string
}

export type StudyImage = {
  /** Ours: the name in web/public/img without size and type. The clinic's: the whole name in its own folder. */
  file: string
  alt: string
  /** The clinic's own image, and whether it is still an illustration. */
  own?: { illustrative: boolean }
}

/** The studies with the clinic's images in the place of ours where it has some. */
export function studiesOf(clinic: Pick<Clinic, 'images'>): Study[] {
  return studies.map((study) => {
    const own = clinic.images[study.id]
    if (!own) return study
    return {
      ...study,
      images: own.map(({ file, alt, illustrative }) => ({ file, alt, own: { illustrative } })),
    }
  })
}

export function isIllustrative({ own }: StudyImage): boolean {
  return own?.illustrative ?? true
}

/** Where an image of the clinic is. */
export function ownAddress({ file }: Pick<StudyImage, 'file'>): string {
  return `/img/clinica/${file}`
}

export const studies: Study[] = [
  {
    id: 'panoramica',
    service: 'Radiografía Panorámica',
    title: 'Radiografía Panorámica',
    shortTitle: 'Panorámica',
    description: 'Una sola imagen de ambas arcadas, mandíbula, senos maxilares y articulaciones.',
    images: [
      {
        file: 'panoramica',
        alt: 'Ejemplo ilustrativo de radiografía panorámica con ambas arcadas y mandíbula',
      },
    ],
  },
  {
    id: 'lateral',
    service: 'Radiografía Lateral de Cráneo',
    title: 'Radiografía Lateral de Cráneo',
    shortTitle: 'Lateral',
    description: 'Perfil óseo y de tejidos blandos para ortodoncia y cirugía ortognática.',
    images: [
      {
        file: 'lateral',
        alt: 'Ejemplo ilustrativo de radiografía lateral con el perfil del cráneo y los dientes',
      },
    ],
  },
  {
    id: 'carpal',
    service: 'Radiografía Carpal',
    title: 'Radiografía Carpal',
    shortTitle: 'Carpal',
    description: 'Mano y muñeca para estimar la edad ósea y planear el momento del tratamiento.',
    images: [
      {
        file: 'carpal',
        alt: 'Ejemplo ilustrativo de radiografía carpal, detalle de los huesos de la muñeca',
      },
      { file: 'carpal_completa', alt: 'Ejemplo ilustrativo de radiografía carpal con la mano completa' },
    ],
  },
  {
    id: 'tomografia',
    service: 'Tomografías',
    title: 'Tomografías (CBCT - 3D)',
    shortTitle: 'Tomografía',
    description: 'Volumen 3D con cortes axial, coronal y sagital a escala real.',
    subServices: 'Tomografía ',
    cover: 'cbct_3d',
    images: [
      {
        file: 'cbct_mpr',
        alt: 'Ejemplo ilustrativo de tomografía con cortes axial, coronal, sagital y volumen 3D',
      },
      { file: 'cbct_3d', alt: 'Ejemplo ilustrativo de tomografía, volumen 3D de maxilar y mandíbula' },
      { file: 'cbct_axial', alt: 'Ejemplo ilustrativo de tomografía, corte axial de la mandíbula' },
    ],
  },
  {
    id: 'trazado',
    service: 'Trazados Cefalométricos',
    title: 'Trazados Cefalométricos',
    shortTitle: 'Trazado',
    description: 'Puntos, planos y ángulos sobre tu lateral de cráneo, listos para el análisis.',
    unit: 'cada uno',
    images: [
      {
        file: 'trazado',
        alt: 'Ejemplo ilustrativo de trazado cefalométrico con puntos, planos y ángulos',
      },
    ],
  },
  {
    id: 'escaneo',
    service: 'Escaneo Intraoral',
    title: 'Escaneo Intraoral',
    shortTitle: 'Escaneo',
    description: 'Modelo digital de tus arcadas sin pastas de impresión, exportable en STL.',
    images: [
      { file: 'escaneo', alt: 'Ejemplo ilustrativo de escaneo intraoral de la arcada inferior' },
      {
        file: 'escaneo_oclusal',
        alt: 'Ejemplo ilustrativo de escaneo intraoral, vista oclusal de la arcada inferior',
      },
    ],
  },
]
