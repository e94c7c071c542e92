import type { ReadReport } from '#web/queries/read-report.ts'

/** A signed report for tests, with changes. */
export function exampleReport(changes: Partial<ReadReport> = {}): ReadReport {
  const signature = {
    signed_at: '2026-11-25T16:42:00+00:00',
    signer_name: 'Dra. Lucía Ferrer Soto',
    signer_license: '10200303',
    signer_specialty: 'Radiología Bucal y Maxilofacial',
    signer_specialty_license: '55443322',
    signer_certificate: 'Consejo Mexicano, vigente hasta el 01/01/2027',
    content_hash: 'a1b2c3d4'.repeat(8),
  }
  return {
    id: '00000000-0000-4000-8000-000000000001',
    study_id: '00000000-0000-4000-8000-000000000002',
    state: 'firmado',
    folio: 'INF-000123',
    annulled_at: null,
    annul_reason: null,
    performed_at: '2026-11-24T15:30:00+00:00',
    requested_by: 'Dra. Begoña Núñez',
    study_name: 'Tomografía de ambos maxilares',
    clinical_question: 'Valoración antes de un implante.',
    incidents: 'Ninguno',
    performed_by: 'TR Elena Cruz',
    patient_name: 'Mariana López Hernández',
    patient_age: 29,
    patient_sex: 'mujer',
    technique: 'Haz cónico, vóxel de 0.4 mm.',
    quality: 'Suficiente.',
    compared_with: 'Sin estudios previos.',
    sections: [
      { key: 'dientes', title: 'Dientes', text: 'Dentición permanente.', outside: false },
      { key: 'atm', title: 'Articulaciones temporomandibulares', text: '', outside: true },
      {
        key: 'sitios',
        title: 'Sitios evaluados',
        text: '',
        outside: false,
        columns: ['Sitio FDI', 'Altura mm'],
        rows: [['46', '12.4']],
      },
    ],
    impression: 'Altura conservada.',
    recommendations: 'Correlacionar con la clínica.',
    communication: '',
    patient_summary: 'El hueso se ve con buena altura.',
    signature,
    clinic: { name: 'Índice', address: 'Av. Central 1, Tapachula', owner: 'Dra. Valeria Montes' },
    verify_token: 'ab12'.repeat(8),
    signed_text: 'Informe radiológico\n',
    images: [
      { path: 'p/s/clave-1.webp', width: 1280, height: 640, caption: 'Panorámica' },
      { path: 'p/s/clave-2.webp', width: 480, height: 480, caption: null },
    ],
    addenda: [],
    ...changes,
  }
}

/** An addendum to it. */
export function exampleAddendum(): ReadReport['addenda'][number] {
  const { signature } = exampleReport()
  if (!signature) throw new Error('The example is signed')
  return {
    ...signature,
    id: '00000000-0000-4000-8000-000000000003',
    kind: 'corrección',
    text: 'Donde dice 46 debe decir 36.',
    signed_at: '2026-11-26T18:00:00+00:00',
    content_hash: 'f'.repeat(64),
  }
}
