import type { EventFacts } from '#domain/appointment-event.ts'
import type { Closure, HoursRow } from '#domain/clinic-hours.ts'
import type { previewFacts } from '#domain/study-preview.ts'
import type {
  AccessLine,
  AccountStatus,
  ActivationMail,
  ActivationSecret,
  AdminAnalytics,
  AdminOverview,
  AffectedAppointment,
  AgendaSettings,
  Arrival,
  AssignedArrival,
  AuditPage,
  AuditState,
  AuditStep,
  CardRequest,
  CashCut,
  ClinicWeek,
  DatabaseHealth,
  DayReminders,
  DoctorIncome,
  DoctorPatient,
  Found,
  HistoryLine,
  ImageReceiver,
  Income,
  LinkRequest,
  MachineFigures,
  MessageFigures,
  NewOrder,
  NoShows,
  OpenOrder,
  OpenSession,
  OrderLine,
  PastService,
  PreparedReminder,
  ReferrerMerge,
  ReferrerSuggestion,
  ReferringDoctor,
  RequestPatient,
  RequestReceipt,
  SentOrder,
  ShareSecrets,
  SimilarPatient,
  StudiesWithoutPreview,
  TrackedRequest,
} from './answers.ts'
import type {
  DeliveredReport,
  KeyImage,
  Report,
  ReportAddendum,
  ReportChanges,
  ReportInWork,
  ReportTemplate,
  SignedReport,
  StudyDesk,
  StudyMark,
  StudyProgress,
  VerifiedReport,
} from './report-rows.ts'
import type { Changed } from './row.ts'
import type { Args, Computed, References, Returns, Rows, Written } from './schema.ts'

// The types of the API: those of the schema, narrowed by JSON and by the rules of the database.

export type Profile = Omit<
  Rows['profiles'],
  | 'patient_number'
  | 'wants_reminders'
  | 'wants_mail'
  | 'may_report'
  | 'specialty_license'
  | 'specialty_certificate'
  | 'certificate_until'
>

/** With what few screens ask for: the number, which mails the person wants, and what a report's signature names. */
export type StoredProfile = Rows['profiles']

/** A message to a patient about an appointment; without text, address or link. */
export type Message = Rows['messages']

/** An imaging machine, or its workstation. `test_asked_at`, `tested_at` and `answered` are of 'Probar'. */
export type Machine = Rows['machines']

/** Who asked for an account as a dentist. */
export type DentistApplication = Changed<
  Rows['dentist_applications'],
  { state: 'pendiente' | 'aprobada' | 'rechazada' }
>

/** What is sold. */
export type Service = Omit<Rows['services'], 'created_at' | 'preparation'>

/** With what only the catalogue edits; `preparation` is null or empty for most. */
export type CatalogueService = Omit<Rows['services'], 'created_at'>

export type NewService = Service & Partial<CatalogueService>

/** The form writes `submission_id`; it is never returned. */
export type StudyRequest = Changed<Omit<Rows['study_requests'], 'submission_id'>, { status: string }>

/** A closure, an absence or an opening. A removed one stays, with its `removed_at`. */
export type ClinicClosure = Changed<Rows['clinic_closures'], Pick<Closure, 'kind'>>

export type Appointment = Changed<Omit<Rows['citas'], 'accession_number'>, { status: string }>

/** The link by which a patient confirms, changes, cancels or chooses an appointment. */
export type AppointmentLink = Rows['cita_links']

/** What happened to an appointment; only added to, but for who saw it. */
export type AppointmentEvent = Changed<Rows['cita_events'], Pick<EventFacts, 'kind' | 'by'>>

/** `file_url` is an https link, or the path in bucket study_files when `file_name` is set. */
export type Study = Omit<Rows['studies'], 'report_needed' | 'arch'>

/** With whether it gets a report, and the curve that its editors gave to everybody. */
export type StoredStudy = Changed<Rows['studies'], { arch: object | null }>

/** The preview volume: four sheets of tiles, `columns` a row. `low` and `high` are the values of the darkest and the brightest grey. */
export type PreviewSheets = {
  paths: string[]
  /** Voxels, and their size in mm. */
  size: [number, number, number]
  mm: [number, number, number]
  low: number
  high: number
  unit: 'HU' | null
  columns: number
}

/** What was made from a study's file, to be seen at once; paths in bucket study_files. */
export type StudyPreview = Changed<
  Rows['study_previews'],
  {
    sheets: PreviewSheets | null
    parts: Partial<Record<'volumes' | 'images' | 'photos' | 'scans' | 'documents', number>>
    facts: Partial<Record<(typeof previewFacts)[number], string | number | number[]>>
  }
>

/** That a patient, a dentist or somebody by a link opened a study or its report, how often and when; never of doctors. */
export type StudySeen = Rows['study_seen']

/**
 * A link that opens a study for anyone with its PIN, and whether it carries the report. `label` names the recipient, `seen_at` is the last
 * opening, `basis` who asked for the report where staff made it.
 */
export type StudyShare = Rows['study_shares']

export type MedicalNote = Rows['medical_notes']

/** Prices in pesos, as JSON carries numeric(10,2). */
export type InvoiceService = { name: string; price: number }

/** Invoices are annulled, never deleted. The receipt's QR code holds `receipt_token`, 32 hexadecimal digits. */
export type Invoice = Changed<Rows['invoices'], { services: InvoiceService[]; payment_method: string }>

/** The rows of tables that JSON or the rules of the database narrow. */
type Narrowed = {
  study_requests: StudyRequest
  citas: Appointment
  cita_events: AppointmentEvent
  clinic_closures: ClinicClosure
  studies: StoredStudy
  study_marks: StudyMark
  study_desks: StudyDesk
  key_images: KeyImage
  report_templates: ReportTemplate
  reports: Report
  study_previews: StudyPreview
  invoices: Invoice
}

/** What is worked out beside them, where that is narrower too. */
type NarrowedBeside = {
  studies: Changed<
    Computed['studies'],
    { progress: StudyProgress | null; report_state: Report['state'] | null }
  >
}

/** New rows of which a trigger fills what the column would ask for, or of which somebody without an account writes more. */
type NewRows = {
  study_requests: NewStudyRequest
  studies: NewStudy & Pick<Study, 'id'>
  invoices: NewInvoice
}

type Row<Table extends keyof Rows> = Table extends keyof Narrowed ? Narrowed[Table] : Rows[Table]

type Beside<Table> = Table extends keyof NarrowedBeside
  ? NarrowedBeside[Table]
  : Table extends keyof Computed
    ? Computed[Table]
    : unknown

type Insert<Table extends keyof Rows> = Table extends keyof NewRows
  ? NewRows[Table]
  : Table extends keyof Written
    ? Pick<Row<Table>, Written[Table]['required'] & keyof Row<Table>> &
        Partial<Pick<Row<Table>, Written[Table]['optional'] & keyof Row<Table>>>
    : never

type Update<Table extends keyof Rows> = Table extends keyof Written
  ? Partial<Pick<Row<Table>, Written[Table]['changed'] & keyof Row<Table>>>
  : never

/** What the client knows of the API: every table that accounts read, and every function that they call. */
export type Database = {
  public: {
    Tables: {
      [Table in keyof Rows]: {
        Row: Row<Table> & Beside<Table>
        Insert: Insert<Table>
        Update: Update<Table>
        Relationships: Table extends keyof References ? References[Table] : []
      }
    }
    Views: Record<never, never>
    Functions: {
      [Name in keyof Searches]: {
        Args: Args[Name]
        Returns: Searches[Name][1][]
        SetofOptions: { from: '*'; to: Searches[Name][0]; isOneToOne: false; isSetofReturn: true }
      }
    } & {
      [Name in Exclude<keyof Args, keyof Searches>]: {
        Args: Name extends keyof Arguments ? Arguments[Name] : Args[Name]
        Returns: Name extends keyof Answers ? Answers[Name] : Returns[Name]
      }
    }
  }
}

/** Searches that return rows of a table, and can be filtered like the table. */
type Searches = {
  search_citas: ['citas', Appointment]
  search_studies: ['studies', StoredStudy]
  search_invoices: ['invoices', Invoice]
  search_study_requests: ['study_requests', StudyRequest]
  search_patients: ['profiles', Profile]
  search_profiles: ['profiles', Profile]
}

/** Arguments with a narrower type than in SQL, or that may be null. */
type Arguments = {
  move_cita: Changed<Args['move_cita'], { doctor_id?: string | null }>
  income_by_doctor: Changed<Args['income_by_doctor'], { from_day: string | null; to_day: string | null }>
  referring_doctors: Changed<Args['referring_doctors'], { sort_by: 'count' | 'name' }>
  put_study_preview: Changed<Args['put_study_preview'], { preview: NewStudyPreview }>
  note_seen: Changed<Args['note_seen'], Pick<StudySeen, 'what'>>
  create_study_share: Changed<Args['create_study_share'], { basis?: StudyShare['basis'] }>
  start_report: Changed<Args['start_report'], { template_id: string | null }>
  save_report: Changed<Args['save_report'], { changes: ReportChanges }>
  save_addendum: Changed<Args['save_addendum'], Pick<ReportAddendum, 'kind'>>
  set_hours: { d_id: string | null; week: Omit<HoursRow, 'doctor_id'>[] }
  reminders: { day: string; doctor: string | null }
  prepare_reminders: { day: string; doctor: string | null }
  queue_message: { kind: Message['kind']; cita_id: string }
  add_closure: Changed<Args['add_closure'], Pick<Closure, 'kind'> & { d_id: string | null }>
  set_agenda_settings: { changes: Partial<AgendaSettings> }
  set_machine: { machine: NewMachine }
  send_order: { sending: NewOrder }
  my_orders: Changed<
    Args['my_orders'],
    { words?: string | null; state?: OrderLine['state'] | null; month?: string | null }
  >
  set_sharing: Changed<Args['set_sharing'], { study_id: string | null }>
  request_by_code: Changed<Args['request_by_code'], { request: CardRequest }>
  begin_doctor_removal: Changed<Args['begin_doctor_removal'], { plan: 'keep' | 'cancel' | 'give' }>
}

/** The results of other functions that JSON or the rules of the database narrow. */
type Answers = {
  request_patient: RequestPatient
  book_cita: Appointment
  move_cita: Appointment
  cita_token: { link_id: string; token: string }
  send_choice: { link_id: string; token: string; expires_at: string }
  confirm_cita: Appointment
  queue_message: Message | null
  retry_message: Message
  reminders: DayReminders
  prepare_reminders: PreparedReminder[]
  note_opened: Message
  message_figures: MessageFigures
  mark_no_show: Appointment
  undo_no_show: Appointment
  get_doctor_patients: DoctorPatient[]
  account_status: AccountStatus
  doctor_income: Income
  search_doctor_patients: DoctorPatient[]
  quick_search: Found[]
  similar_patients: SimilarPatient[]
  patient_history: { total: number; rows: HistoryLine[] }
  admin_overview: AdminOverview
  admin_analytics: AdminAnalytics
  no_shows: NoShows
  system_income: Income
  income_by_doctor: DoctorIncome[]
  referring_doctors: { total: number; rows: ReferringDoctor[] }
  referrer_suggestions: ReferrerSuggestion[]
  referrer_merges: ReferrerMerge[]
  cash_cut: CashCut
  begin_doctor_removal: { outcome: 'closed' | 'erase'; id: string; citas: number }
  annul_invoice: Invoice
  put_study_preview: StudyPreview
  studies_without_preview: StudiesWithoutPreview
  start_report: ReportInWork
  save_report: Pick<Report, 'version' | 'updated_at'>
  sign_report: SignedReport
  release_report: { visible_from: string }
  annul_report: ReportInWork
  save_addendum: ReportAddendum
  sign_addendum: ReportAddendum
  my_report: DeliveredReport | null
  verify_report: VerifiedReport | null
  request_receipt: RequestReceipt | null
  track_request: TrackedRequest | null
  create_activation: ActivationSecret
  mail_activation: ActivationMail
  create_study_share: ShareSecrets
  renew_study_share: ShareSecrets
  set_hours: { week: HoursRow[]; affected: AffectedAppointment[] }
  add_closure: { closure: ClinicClosure; affected: AffectedAppointment[] }
  remove_closure: { closure: ClinicClosure; affected: AffectedAppointment[] }
  agenda_settings: AgendaSettings & { mail: boolean }
  set_agenda_settings: AgendaSettings
  clinic_week: ClinicWeek
  main_admin_id: string | null
  my_access_log: { total: number; rows: AccessLine[] }
  my_link_requests: LinkRequest[]
  my_sessions: OpenSession[]
  send_order: SentOrder[]
  my_orders: { total: number; rows: OrderLine[] }
  order_link: { token: string; expires_at: string }
  open_orders: OpenOrder[]
  who_receives: ImageReceiver[]
  practice_of_code: { name: string; practice: string } | null
  request_by_code: RequestReceipt
  list_arrivals: Arrival[]
  assign_arrival: AssignedArrival
  machine_figures: MachineFigures
  audit_lines: AuditPage
  audit_state: AuditState
  verify_audit: AuditStep
  service_history: { total: number; rows: PastService[] }
  installation_health: DatabaseHealth
}

/** What an administrator writes of a machine. */
export type NewMachine = Pick<Machine, 'id' | 'name' | 'aet' | 'address' | 'port' | 'study_types' | 'active'>

/** At the public form, which asks for the e-mail. */
export type NewStudyRequest = Changed<
  Omit<StudyRequest, 'id' | 'created_at' | 'is_order'>,
  { patient_email: string }
>

/** What a person writes of an appointment; where it comes from and sits, and whether it moved, the functions write. */
export type NewAppointment = Omit<
  Appointment,
  'id' | 'created_at' | 'especialidad' | 'request_id' | 'seat' | 'moves' | 'warned_at'
> & {
  especialidad?: string
}

export type NewStudy = Omit<Study, 'id' | 'created_at'> & Partial<Pick<StoredStudy, 'report_needed' | 'arch'>>

/** The database adds who made it, when, and how many bytes the study's file has. */
export type NewStudyPreview = Omit<StudyPreview, 'study_id' | 'file_bytes' | 'made_by' | 'made_at'>

/** The client makes the id, so that a retry after a lost answer finds the invoice that exists. */
export type NewInvoice = Pick<
  Invoice,
  'id' | 'patient_id' | 'doctor_id' | 'payment_date' | 'payment_method' | 'services' | 'total_amount'
>
