/** What the demo's reports say. They describe drawn images, and say so: nobody has any of it. */
export type DemoText = {
  clinical_question: string
  technique: string
  quality: string
  compared_with: string
  /** By the title of the template's section; what is not named here lies outside of the field. */
  sections: Record<string, string>
  impression: string
  recommendations: string
  patient_summary: string
}

const drawn =
  'Informe de demostración sobre imágenes dibujadas por computadora: no describe a ninguna persona.'

export const tomographyText: DemoText = {
  clinical_question: 'Valoración general antes de un tratamiento de ortodoncia.',
  technique: `Tomografía de haz cónico, 90 kV, vóxel de 0.25 mm. ${drawn}`,
  quality: 'Calidad suficiente para lo solicitado. Ruido moderado y algunas bandas por material metálico.',
  compared_with: 'Radiografía panorámica del mismo paciente.',
  sections: {
    'Región de interés': 'Ambos maxilares, incluidos en su totalidad.',
    Dientes: 'Dentición permanente. Ausentes 18, 28 y 36. Restauración en 47. Implante en la región de 36.',
    'Hueso alveolar': 'Altura y grosor conservados. Trabeculado homogéneo.',
    'Maxilar y senos maxilares': 'Senos maxilares neumatizados, de paredes continuas.',
    'Mandíbula y conducto mandibular':
      'Conducto mandibular visible en ambos lados, de trayecto habitual. El implante guarda distancia con él.',
    'Articulaciones temporomandibulares': '',
    'Cavidad nasal y vía aérea': 'Piso de la cavidad nasal sin alteraciones visibles en el campo.',
    'Tejidos blandos y calcificaciones': 'No se observan calcificaciones en el campo.',
    'Columna y base de cráneo': '',
    'Hallazgos incidentales': 'Ninguno en el campo estudiado.',
  },
  impression:
    'Maxilares de altura y grosor conservados en el campo estudiado.\nImplante en la región de 36, sin contacto con el conducto mandibular.',
  recommendations:
    'Correlacionar con la exploración clínica. Control según el criterio de quien solicitó el estudio.',
  patient_summary:
    'El hueso de tus maxilares se ve con buena altura. El implante del lado izquierdo está separado del nervio. Tu dentista te explicará qué sigue en tu tratamiento.',
}

export const panoramicText: DemoText = {
  clinical_question: 'Revisión general y valoración de terceros molares.',
  technique: `Radiografía panorámica digital. ${drawn}`,
  quality: 'Posición adecuada. Superposición de la columna en la región anterior.',
  compared_with: 'Sin estudios previos en la clínica.',
  sections: {
    Dientes:
      'Dentición permanente con restauraciones en molares. Terceros molares por correlacionar con la clínica.',
    'Hueso alveolar': 'Crestas de altura conservada.',
    'Maxilar y senos': 'Senos maxilares de contornos visibles y simétricos.',
    'Mandíbula, ramas y cóndilos': 'Cuerpo, ramas y cóndilos de contornos continuos.',
    'Tejidos blandos y calcificaciones': 'No se observan calcificaciones.',
    'Otras estructuras': '',
  },
  impression:
    'Crestas alveolares de altura conservada. Terceros molares por correlacionar con la exploración clínica.',
  recommendations: 'Si se planea una extracción, valorar una tomografía de la zona.',
  patient_summary: '',
}

/** Added to the tomography's report after it was signed. */
export const addendumText =
  'Se agrega, a petición de quien solicitó el estudio: la distancia entre el extremo del implante en la región de 36 y el conducto mandibular se midió en tres cortes y es mayor de 2 mm en todos.'

export const annulReason = 'El informe se firmó en el estudio de otro paciente.'

export const holdReason = 'El doctor que pidió el estudio quiere explicarlo primero en consulta.'
