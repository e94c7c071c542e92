/** In the address, for the appointments of all doctors. */
export const everybody = 'todos'
