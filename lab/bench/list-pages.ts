/** A person whose id is in the address of a list. */
export type Whose = { id: string }

/**
 * The request of a list's screen for the first page: the table or function, the rest of the address, the arguments of
 * a search.
 */
export type ListPage = {
  name: string
  path: string
  query: (whose: Whose) => string
  term?: string
  /** Of a function that is no search. */
  args?: Record<string, unknown>
}

const people =
  'patient_name,doctor_name,patient:profiles!patient_id(full_name),doctor:profiles!doctor_id(full_name)'
const appointment =
  'id,created_at,patient_id,doctor_id,appointment_date,appointment_time,study_type,status,nombre,telefono,especialidad'
const study = 'id,patient_id,doctor_id,study_type,study_date,comments,file_url,file_name,created_at'
const invoice =
  'id,invoice_number,patient_id,doctor_id,payment_date,payment_method,total_amount,created_at,annulled_at'
const request = '*'
const today = new Date().toISOString().slice(0, 10)

const page = (size: number) => `&offset=0&limit=${size}`
const appointments = `order=appointment_date.desc,appointment_time.asc,id.asc${page(8)}`
const studies = `order=created_at.desc,id.asc${page(9)}`
const invoices = `order=payment_date.desc,created_at.desc,id.asc${page(10)}`
const requests = `order=created_at.desc,id.desc${page(10)}`

/** The lists of a doctor (docs/product/permissions.md: their own rows, and every request). */
export const doctorPages: readonly ListPage[] = [
  {
    name: 'citas',
    path: 'citas',
    query: ({ id }) => `select=${appointment},${people}&doctor_id=eq.${id}&${appointments}`,
  },
  {
    name: 'citas, pendientes',
    path: 'citas',
    query: ({ id }) =>
      `select=${appointment},${people}&doctor_id=eq.${id}&status=eq.pendiente&${appointments}`,
  },
  {
    name: 'estudios',
    path: 'studies',
    query: ({ id }) => `select=${study},${people}&doctor_id=eq.${id}&${studies}`,
  },
  {
    name: 'facturas',
    path: 'invoices',
    query: ({ id }) => `select=${invoice},${people}&doctor_id=eq.${id}&${invoices}`,
  },
  { name: 'solicitudes', path: 'study_requests', query: () => `select=${request}&${requests}` },
  {
    name: 'solicitudes, pendientes',
    path: 'study_requests',
    query: () => `select=${request}&status=eq.pendiente&${requests}`,
  },
]

const user =
  'id,full_name,email,phone,role,specialty,professional_license,age,is_admin,created_at,second_factor'

/** The same lists for an administrator, of everybody, in the pages of the panel. */
export const adminPages: readonly ListPage[] = [
  ...doctorPages.map((list) => ({
    ...list,
    query: (whose: Whose) => list.query(whose).replace(/&doctor_id=eq\.[^&]*/, ''),
  })),
  {
    name: 'usuarios',
    path: 'profiles',
    query: () => `select=${user}&order=created_at.desc,id.asc${page(9)}`,
  },
  {
    name: 'usuarios por nombre',
    path: 'profiles',
    query: () => `select=${user}&order=full_name.asc,id.asc${page(9)}`,
  },
  {
    name: 'usuarios, administradores',
    path: 'profiles',
    query: () => `select=${user}&is_admin=eq.true&order=created_at.desc,id.asc${page(9)}`,
  },
  {
    name: 'ingresos, de este mes',
    path: 'invoices',
    query: () =>
      `select=${invoice},${people}&payment_date=gte.${today.slice(0, 8)}01&payment_date=lte.${today}&order=payment_date.desc,created_at.desc,id.asc${page(5)}`,
  },
]

const sum = (name: string, path: string, args: Record<string, unknown> = {}): ListPage => ({
  name,
  path: `rpc/${path}`,
  query: () => '',
  args,
})

/** The administration's counts and sums: one small answer each. */
export const adminSums: readonly ListPage[] = [
  sum('panel principal', 'admin_overview'),
  sum('analíticas', 'admin_analytics'),
  sum('ingresos del sistema', 'system_income', { day: today }),
  sum('ingresos por doctor', 'income_by_doctor', { from_day: null, to_day: null }),
  sum('corte de caja', 'cash_cut', { day: today, doctor: null }),
  sum('referentes', 'referring_doctors', {
    term: '',
    sort_by: 'count',
    descending: true,
    page: 1,
    page_size: 10,
  }),
  sum('referentes «perez»', 'referring_doctors', {
    term: 'perez',
    sort_by: 'name',
    descending: false,
    page: 1,
    page_size: 10,
  }),
  sum('referentes parecidos', 'referrer_suggestions'),
]

/** A list with a term in its search box. */
export function searched(list: ListPage, term: string): ListPage {
  return { ...list, name: `${list.name} «${term}»`, path: `rpc/search_${list.path}`, term }
}
