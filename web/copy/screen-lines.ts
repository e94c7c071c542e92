/** The line below the heading of a screen, also before its code is there (portal/screen-skeleton.tsx; the administration's: admin-lines.ts). */
export const lines = {
  addPatient: 'Se crea su cuenta con una contraseña temporal que le entregas tú.',
  credentials:
    'Contraseñas temporales de tus pacientes. Se guardan una hora en este navegador: entrégalas antes.',
  help: {
    patient: 'Respuestas cortas a lo que más se pregunta, con la pantalla donde se hace.',
    doctor:
      'Respuestas cortas, con la pantalla donde se hace. También para quien trabaja en la recepción con una cuenta de doctor.',
    dentist: 'Respuestas cortas a lo que más preguntan los dentistas, con la pantalla donde se hace.',
  },
  myAppointments: 'Las agenda tu doctor. Aquí ves cuándo y dónde son.',
  myStudies: 'Aparecen aquí en cuanto tu doctor los publica.',
  newOrder: 'El borrador se guarda en esta pestaña hasta que la envíes.',
  payment: 'El borrador se guarda en este navegador hasta que registres el pago.',
  practiceCode: 'Tus pacientes lo abren con la cámara del teléfono y piden su estudio en tu nombre.',
  reports: 'Los estudios que llevan informe, del que más ha esperado al más reciente.',
  requests: 'Lo que piden los visitantes del sitio, al momento.',
}
