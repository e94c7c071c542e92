import { formatDay } from '#domain/days.ts'

export const trendNote = 'Las tendencias comparan el mes en curso con el anterior completo.'

/** The line below the heading of a screen of the administration, also before its code is there (portal/admin/admin-skeleton.tsx). */
export const lines = {
  overview: trendNote,
  requests: 'Todas las solicitudes de estudio: corrige sus datos, cambia su estado o elimínalas.',
  income: 'De toda la clínica. Los recibos anulados no se suman.',
  referrers: 'Quién envía pacientes. La tendencia compara los últimos 90 días con los 90 anteriores.',
  help: 'Lo que se decide una vez y lo que se revisa cada día, con la pantalla donde se hace.',
  exports:
    'Cada archivo CSV lleva todas las filas y se abre en Excel o LibreOffice. Contiene datos personales: guárdalo en un lugar seguro. Cada exportación queda en la bitácora.',
  analytics: (today: string) => `Al ${formatDay(today)}. ${trendNote}`,
}
