import { accountKind, accountKinds } from '#domain/account-kind.ts'
import { appointmentStatusLabels, parseAppointmentStatus } from '#domain/appointment-status.ts'
import type { CsvCell } from '#domain/csv.ts'
import { dayInZone, timeInZone } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import type { ExportKind, ExportRows } from '#web/queries/exports.ts'

type Column<Row> = readonly [head: string, cell: (row: Row, zone: string) => CsvCell]

const people = [
  ['ID del paciente', ({ patient_id }) => patient_id],
  ['Paciente', ({ patient }) => patient?.full_name ?? null],
  ['ID del doctor', ({ doctor_id }) => doctor_id],
  ['Doctor', ({ doctor }) => doctor?.full_name ?? null],
] as const satisfies Column<ExportRows['citas' | 'estudios' | 'ingresos']>[]

/** The columns of each file in their order (docs/product/admin.md): days and moments are the clinic's, amounts pesos. */
const columnsOf: { [Kind in ExportKind]: readonly Column<ExportRows[Kind]>[] } = {
  usuarios: [
    ['ID', ({ id }) => id],
    ['Nombre', ({ full_name }) => full_name],
    ['Correo electrónico', ({ email }) => email],
    ['Teléfono', ({ phone }) => phone],
    ['Rol', ({ role }) => accountKinds[accountKind(role)]],
    ['Administrador', ({ is_admin }) => is_admin],
    ['Especialidad', ({ specialty }) => specialty],
    ['Cédula profesional', ({ professional_license }) => professional_license],
    ['Edad', ({ age }) => age],
    ['Creado', ({ created_at }, zone) => moment(created_at, zone)],
  ],
  citas: [
    ['ID', ({ id }) => id],
    ['Fecha', ({ appointment_date }) => appointment_date],
    ['Hora', ({ appointment_time }) => appointment_time?.slice(0, 5) ?? null],
    ['Estado', ({ status }) => statusWord(status)],
    ['Tipo de estudio', ({ study_type }) => study_type],
    ...people,
    ['Especialidad', ({ especialidad }) => especialidad],
    ['Nombre en la cita', ({ nombre }) => nombre],
    ['Teléfono en la cita', ({ telefono }) => telefono],
    ['Creada', ({ created_at }, zone) => moment(created_at, zone)],
  ],
  estudios: [
    ['ID', ({ id }) => id],
    ['Fecha del estudio', ({ study_date }) => study_date],
    ['Tipo de estudio', ({ study_type }) => study_type],
    ...people,
    ['Comentarios', ({ comments }) => comments],
    ['Archivo', ({ file_name }) => file_name],
    ['Enlace o ruta', ({ file_url }) => file_url],
    ['Creado', ({ created_at }, zone) => moment(created_at, zone)],
    ['Informe', ({ report_heads }, zone) => reportsOf(report_heads, zone)],
  ],
  ingresos: [
    ['ID', ({ id }) => id],
    ['Folio', ({ invoice_number }) => invoice_number],
    ['Fecha de pago', ({ payment_date }) => payment_date],
    ['Método de pago', ({ payment_method }) => payment_method],
    [
      'Servicios',
      ({ services }) =>
        services.map(({ name, price }) => `${name} (${formatMoney(toCentavos(price))})`).join('; '),
    ],
    ['Total', ({ total_amount }) => total_amount],
    ...people,
    ['Creada', ({ created_at }, zone) => moment(created_at, zone)],
    ['Anulada', ({ annulled_at }, zone) => annulled_at && moment(annulled_at, zone)],
    ['Motivo de anulación', ({ annulled_reason }) => annulled_reason],
    ['ID de quien anuló', ({ annulled_by }) => annulled_by],
  ],
}

/** A clinic without reports has no column for them. */
function shownOf<Kind extends ExportKind>(kind: Kind): readonly Column<ExportRows[Kind]>[] {
  return reportsOn() ? columnsOf[kind] : columnsOf[kind].filter(([head]) => head !== 'Informe')
}

export function headsOf(kind: ExportKind): string[] {
  return shownOf(kind).map(([head]) => head)
}

/** The cells of a row; `zone` is the clinic's. */
export function cellsOf<Kind extends ExportKind>(kind: Kind, row: ExportRows[Kind], zone: string): CsvCell[] {
  return shownOf(kind).map(([, cell]) => cell(row, zone))
}

/** An instant in clinic time, as spreadsheets read and sort it. */
function moment(instant: string, zone: string): string {
  const date = new Date(instant)
  return `${dayInZone(date, zone)} ${timeInZone(date, zone)}`
}

/** Folio, state and moment of each report, never its text: 'INF-000123 firmado 2026-11-20 23:30'. */
function reportsOf(heads: ExportRows['estudios']['report_heads'], zone: string): string | null {
  const words = heads.map(({ folio, state, signed_at }) => `${folio} ${state} ${moment(signed_at, zone)}`)
  return words.toSorted().join('; ') || null
}

function statusWord(stored: string): string {
  const status = parseAppointmentStatus(stored)
  return status ? appointmentStatusLabels[status] : stored
}
