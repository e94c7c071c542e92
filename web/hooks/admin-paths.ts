// The administration's screens, below its own address, which only administrators are told: `import * as adminPaths`.

export const overview = ''
export const users = 'users'
export const usersOf = (role: 'doctores' | 'pacientes') => `users?rol=${role}`
export const usersNamed = (text: string) => `users?${new URLSearchParams({ buscar: text })}`
export const studies = 'studies'
export const requests = 'requests'
export const bookRequest = (id: number | string) => `requests/${id}/cita`
export const pendingRequests = 'requests?estado=pendiente'
export const income = 'income'
export const cashCut = 'income/cash-cut'
export const referrers = 'referring-doctors'
export const analytics = 'analytics'
export const system = 'system'
/** 'Horarios y cierres', a section of the system with its own address. */
export const schedule = 'system/schedule'
/** 'Mensajes', likewise. */
export const messages = 'system/messages'
/** 'Equipos', likewise, and what to type at a console, on paper. */
export const machines = 'system/machines'
export const machinesSheet = 'system/machines/hoja'
/** Without a name its first section. */
export const systemSection = (name: string) => (name ? `system?seccion=${name}` : 'system')
/** 'Ayuda' of administrators, one of its topics, and all of them on paper. */
export const help = 'ayuda'
export const helpTopic = (id: string) => `ayuda/${id}`
export const helpBooklet = 'ayuda/cuaderno'
