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
  AuditPage,
  AuditState,
  AuditStep,
  CashCut,
  ClinicWeek,
  DatabaseHealth,
  DayReminders,
  DoctorIncome,
  DoctorPatient,
  Found,
  HistoryLine,
  Income,
  LinkRequest,
  MessageFigures,
  NoShows,
  OpenSession,
  PastService,
  PreparedReminder,
  ReferrerMerge,
  ReferrerSuggestion,
  ReferringDoctor,
  RequestPatient,
  RequestReceipt,
  ShareSecrets,
  SimilarPatient,
  StudiesWithoutPreview,
  TrackedRequest,
} from './answers.ts'
import type {
  DeliveredReport,
  KeyImage,
  NewKeyImage,
  NewStudyMark,
  Report,
  ReportAddendum,
  ReportChanges,
  ReportHead,
  ReportImage,
  ReportInWork,
  ReportPhrase,
  ReportTemplate,
  SignedReport,
  StudyDesk,
  StudyMark,
  StudyProgress,
  VerifiedReport,
  ViewerPreset,
} from './report-rows.ts'
import type { Changed } from './row.ts'
import type { Args, Computed, Returns, Rows } from './schema.ts'

// The types of the API: those of the schema, narrowed by JSON and by the rules of the database.

export type Profile = Omit<
  Rows['profiles'],
  | 'wants_reminders'
  | 'wants_mail'
  | 'may_report'
  | 'specialty_license'
  | 'specialty_certificate'
  | 'certificate_until'
>

/** With what few screens ask for: which mails the person wants, and what a report's signature names. */
export type StoredProfile = Rows['profiles']

/** A message to a patient about an appointment; without text, address or link. */
export type Message = Rows['messages']

/** What is sold. */
export type Service = Omit<Rows['services'], 'created_at' | 'preparation'>

/** With what only the catalogue edits; `preparation` is null or empty for most. */
export type CatalogueService = Omit<Rows['services'], 'created_at'>

export type NewService = Service & Partial<CatalogueService>

/** The form writes `submission_id`; it is never returned. */
export type StudyRequest = Changed<Omit<Rows['study_requests'], 'submission_id'>, { status: string }>

/** The hours of a week, a row a window; the clinic's without `doctor_id`. */
export type ClinicHoursRow = Rows['clinic_hours']

/** A closure, an absence or an opening. A removed one stays, with its `removed_at`. */
export type ClinicClosure = Changed<Rows['clinic_closures'], Pick<Closure, 'kind'>>

export type Appointment = Changed<Rows['citas'], { status: string }>

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

/** That a patient, or somebody by a link, opened a study or its report, how often and when; never of doctors. */
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

type Reference<
  Table extends string,
  Column extends string,
  Referenced extends string = 'profiles',
  OneToOne extends boolean = false,
> = {
  foreignKeyName: `${Table}_${Column}_fkey`
  columns: [Column]
  isOneToOne: OneToOne
  referencedRelation: Referenced
  referencedColumns: ['id']
}

type People<Table extends string> = [Reference<Table, 'patient_id'>, Reference<Table, 'doctor_id'>]

/** `Insert` has the id wherever a person inserts: the browser makes it, so that pressing twice stores one row. */
type Table<Row, Insert, Update, Relationships extends unknown[] = [], Computed = unknown> = {
  Row: Row & Computed
  Insert: Insert
  Update: Update
  Relationships: Relationships
}

export type Database = {
  public: {
    Tables: {
      profiles: Table<
        StoredProfile,
        never,
        Partial<Omit<StoredProfile, 'id' | 'email' | 'created_at'>>,
        [],
        Computed['profiles']
      >
      services: Table<CatalogueService, NewService, Partial<Omit<NewService, 'id'>>>
      study_requests: Table<
        StudyRequest,
        NewStudyRequest,
        Partial<Omit<StudyRequest, 'id' | 'created_at'>>,
        [],
        Computed['study_requests']
      >
      citas: Table<
        Appointment,
        NewAppointment & Pick<Appointment, 'id'>,
        Pick<Appointment, 'status'>,
        [...People<'citas'>, Reference<'citas', 'request_id', 'study_requests'>],
        Computed['citas']
      >
      cita_links: Table<
        AppointmentLink,
        never,
        never,
        [Reference<'cita_links', 'cita_id', 'citas'>, Reference<'cita_links', 'made_by'>]
      >
      messages: Table<
        Message,
        never,
        never,
        [Reference<'messages', 'cita_id', 'citas'>, Reference<'messages', 'sent_by'>]
      >
      cita_events: Table<
        AppointmentEvent,
        never,
        Pick<AppointmentEvent, 'seen_by'>,
        [
          Reference<'cita_events', 'cita_id', 'citas'>,
          Reference<'cita_events', 'actor_id'>,
          Reference<'cita_events', 'seen_by'>,
        ]
      >
      clinic_hours: Table<ClinicHoursRow, never, never, [Reference<'clinic_hours', 'doctor_id'>]>
      clinic_closures: Table<
        ClinicClosure,
        never,
        never,
        [Reference<'clinic_closures', 'doctor_id'>, Reference<'clinic_closures', 'created_by'>]
      >
      studies: Table<
        StoredStudy,
        NewStudy & Pick<Study, 'id'>,
        Partial<NewStudy>,
        People<'studies'>,
        Changed<Computed['studies'], { progress: StudyProgress | null; report_state: Report['state'] | null }>
      >
      study_marks: Table<
        StudyMark,
        NewStudyMark,
        Partial<NewStudyMark>,
        [Reference<'study_marks', 'study_id', 'studies'>, Reference<'study_marks', 'author_id'>]
      >
      study_desks: Table<
        StudyDesk,
        Omit<StudyDesk, 'updated_at'>,
        Partial<Omit<StudyDesk, 'updated_at'>>,
        [Reference<'study_desks', 'study_id', 'studies'>]
      >
      viewer_presets: Table<
        ViewerPreset,
        Omit<ViewerPreset, 'created_at'>,
        Partial<Pick<ViewerPreset, 'name' | 'center' | 'width'>>
      >
      key_images: Table<
        KeyImage,
        NewKeyImage,
        Partial<Pick<KeyImage, 'caption' | 'position' | 'audience' | 'removed_at'>>,
        [Reference<'key_images', 'study_id', 'studies'>, Reference<'key_images', 'author_id'>]
      >
      report_templates: Table<
        ReportTemplate,
        Pick<ReportTemplate, 'id' | 'study_type' | 'name' | 'sections'> &
          Partial<Pick<ReportTemplate, 'active'>>,
        Partial<Pick<ReportTemplate, 'study_type' | 'name' | 'sections' | 'active'>>
      >
      report_phrases: Table<
        ReportPhrase,
        Omit<ReportPhrase, 'created_at'>,
        Partial<Pick<ReportPhrase, 'template_id' | 'section_key' | 'title' | 'text'>>
      >
      reports: Table<
        Report,
        never,
        never,
        [
          Reference<'reports', 'study_id', 'studies'>,
          Reference<'reports', 'patient_id'>,
          Reference<'reports', 'author_id'>,
        ]
      >
      report_images: Table<
        ReportImage,
        never,
        never,
        [
          Reference<'report_images', 'report_id', 'reports'>,
          Reference<'report_images', 'key_image_id', 'key_images'>,
        ]
      >
      report_addenda: Table<
        ReportAddendum,
        never,
        never,
        [Reference<'report_addenda', 'report_id', 'reports'>, Reference<'report_addenda', 'author_id'>]
      >
      report_heads: Table<
        ReportHead,
        never,
        never,
        [
          Reference<'report_heads', 'report_id', 'reports', true>,
          Reference<'report_heads', 'study_id', 'studies'>,
          Reference<'report_heads', 'patient_id'>,
        ]
      >
      awaiting_reports: Table<
        Rows['awaiting_reports'],
        never,
        never,
        [
          Reference<'awaiting_reports', 'study_id', 'studies', true>,
          Reference<'awaiting_reports', 'patient_id'>,
          Reference<'awaiting_reports', 'doctor_id'>,
        ]
      >
      study_previews: Table<
        StudyPreview,
        never,
        never,
        [Reference<'study_previews', 'study_id', 'studies', true>]
      >
      study_seen: Table<
        StudySeen,
        never,
        never,
        [
          Reference<'study_seen', 'study_id', 'studies'>,
          Reference<'study_seen', 'person_id'>,
          Reference<'study_seen', 'share_id', 'study_shares'>,
        ]
      >
      study_shares: Table<StudyShare, never, never, [Reference<'study_shares', 'made_by'>]>
      medical_notes: Table<
        MedicalNote,
        Pick<MedicalNote, 'id' | 'patient_id' | 'doctor_id' | 'note'>,
        never,
        People<'medical_notes'>,
        Computed['medical_notes']
      >
      invoices: Table<Invoice, NewInvoice, never, People<'invoices'>, Computed['invoices']>
    }
    Views: Record<never, never>
    Functions: {
      [Name in keyof Searches]: {
        Args: Args[Name]
        Returns: Searches[Name][1][]
        SetofOptions: { from: '*'; to: Searches[Name][0]; isOneToOne: false; isSetofReturn: true }
      }
    } & {
      [Name in keyof Answers]: {
        Args: Name extends keyof Arguments ? Arguments[Name] : Args[Name]
        Returns: Answers[Name]
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
  begin_doctor_removal: Changed<Args['begin_doctor_removal'], { plan: 'keep' | 'cancel' | 'give' }>
}

/** The results of the other functions. */
type Answers = {
  request_patient: RequestPatient
  book_cita: Appointment
  move_cita: Appointment
  cita_token: { link_id: string; token: string }
  send_choice: { link_id: string; token: string; expires_at: string }
  my_cita_link: Returns['my_cita_link']
  revoke_cita_link: Returns['revoke_cita_link']
  confirm_cita: Appointment
  queue_message: Message | null
  retry_message: Message
  reminders: DayReminders
  prepare_reminders: PreparedReminder[]
  note_opened: Message
  set_reminders: Returns['set_reminders']
  message_figures: MessageFigures
  mark_no_show: Appointment
  undo_no_show: Appointment
  get_doctor_patients: DoctorPatient[]
  account_status: AccountStatus
  doctor_income: Income
  patient_paid: Returns['patient_paid']
  invoice_exists: Returns['invoice_exists']
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
  merge_referrers: Returns['merge_referrers']
  undo_referrer_merge: Returns['undo_referrer_merge']
  cash_cut: CashCut
  begin_doctor_removal: { outcome: 'closed' | 'erase'; id: string; citas: number }
  annul_invoice: Invoice
  put_study_preview: StudyPreview
  drop_study_preview: Returns['drop_study_preview']
  studies_without_preview: StudiesWithoutPreview
  note_seen: Returns['note_seen']
  start_report: ReportInWork
  save_report: Pick<Report, 'version' | 'updated_at'>
  sign_report: SignedReport
  discard_report: Returns['discard_report']
  free_report_draft: Returns['free_report_draft']
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
  revoke_study_share: Returns['revoke_study_share']
  suggest_referring_doctors: Returns['suggest_referring_doctors']
  taken_slots: Returns['taken_slots']
  open_slots: Returns['open_slots']
  set_hours: { week: HoursRow[]; affected: AffectedAppointment[] }
  add_closure: { closure: ClinicClosure; affected: AffectedAppointment[] }
  remove_closure: { closure: ClinicClosure; affected: AffectedAppointment[] }
  agenda_settings: AgendaSettings & { mail: boolean }
  set_agenda_settings: AgendaSettings
  clinic_week: ClinicWeek
  is_admin_suffix: Returns['is_admin_suffix']
  admin_suffix: Returns['admin_suffix']
  main_admin_id: string | null
  my_access_log: { total: number; rows: AccessLine[] }
  my_link_requests: LinkRequest[]
  answer_link_request: Returns['answer_link_request']
  my_sessions: OpenSession[]
  end_session: Returns['end_session']
  audit_lines: AuditPage
  audit_state: AuditState
  verify_audit: AuditStep
  service_history: { total: number; rows: PastService[] }
  installation_health: DatabaseHealth
  log_access: Returns['log_access']
}

export type NewStudyRequest = Omit<StudyRequest, 'id' | 'created_at'>

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
