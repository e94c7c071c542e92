/** Ids of the elements that React takes over when it is needed there. */
export const toasterPlace = 'avisos'
export const requestFormPlace = 'solicitud'
