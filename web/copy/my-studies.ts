/** Below the title of 'Mis Estudios', also before the screen is there. */
export const myStudiesLine = 'Aparecen aquí en cuanto tu doctor los publica.'
