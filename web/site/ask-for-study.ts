/** What WhatsApp begins with from the landing. */
export const askForStudy = 'Hola, quiero agendar un estudio.'
