/** The rows and functions of the database as the API shows them; tables and columns as `supabase/migrations` spells them. */

export type Profile = {
  id: string
  full_name: string
  email: string
  phone: string | null
  role: 'doctor' | 'patient' | 'paciente'
  specialty: string | null
  professional_license: string | null
  age: number | null
  is_admin: boolean
  photo_path: string | null
  created_at: string
}

export type Service = {
  id: string
  name: string
  price: number
  requestable: boolean
  active: boolean
}

export type StudyRequest = {
  id: number
  patient_name: string
  patient_email: string
  patient_phone: string
  patient_age: number | null
  study_type: string
  referring_doctor: string | null
  notes: string | null
  /** yyyy-MM-dd */
  tentative_date: string | null
  status: string
  created_at: string
  privacy_version: string | null
  privacy_accepted_at: string | null
}

/** What stays readable when the account behind a row was closed; computed, never written. */
type Names = { patient_name: string | null; doctor_name: string | null }
type DoctorSpecialty = { doctor_specialty: string | null }
type DoctorLicense = { doctor_license: string | null }

export type Cita = {
  id: string
  created_at: string
  patient_id: string | null
  doctor_id: string
  /** yyyy-MM-dd */
  appointment_date: string
  /** HH:mm:ss */
  appointment_time: string | null
  study_type: string | null
  status: string
  nombre: string | null
  telefono: string | null
  especialidad: string
}

export type Study = {
  id: string
  patient_id: string | null
  doctor_id: string | null
  study_type: string | null
  /** yyyy-MM-dd */
  study_date: string
  comments: string | null
  /** An https link, or the path in bucket study_files when `file_name` is set. */
  file_url: string | null
  file_name: string | null
  created_at: string
}

/** A link that opens a study for whoever has its PIN; instants in ISO. Its secrets are read by nobody. */
export type StudyShare = {
  id: string
  /** Null once the study was deleted. */
  study_id: string | null
  made_by: string | null
  /** For whom it is, as its maker wrote it. */
  label: string | null
  created_at: string
  renewed_at: string | null
  expires_at: string
  max_uses: number
  uses: number
  /** When it was last opened. */
  seen_at: string | null
  revoked_at: string | null
  revoked_by: string | null
  /** The copy without identity that it opens instead of the study's file. */
  copy_path: string | null
}

/** What a link and its PIN are, told once. */
export type ShareSecrets = { id: string; token: string; pin: string; expires_at: string }

export type MedicalNote = {
  id: string
  patient_id: string
  doctor_id: string
  note: string
  created_at: string
}

/** Prices in pesos, as JSON carries numeric(10,2). */
export type InvoiceService = { name: string; price: number }

export type Invoice = {
  id: string
  invoice_number: string
  patient_id: string
  doctor_id: string
  /** yyyy-MM-dd */
  payment_date: string
  payment_method: string
  services: InvoiceService[]
  /** In pesos. */
  total_amount: number
  created_at: string
  /** Set once the invoice was annulled; it is never erased. */
  annulled_at: string | null
  annulled_reason: string | null
  annulled_by: string | null
  /** What the QR code of the receipt names it by; 32 hexadecimal digits. */
  receipt_token: string
}

export type DoctorPatient = Pick<Profile, 'id' | 'full_name' | 'email' | 'phone' | 'age'>

/** `temp_expired`: the temporary password is older than seven days and cannot be used to choose a new one. */
export type AccountStatus = {
  must_change: boolean
  temp_expires_at: string | null
  temp_expired: boolean
  closed: boolean
  second_factor_due: boolean
}

/** What a doctor took in, in pesos; annulled invoices left out. */
export type Income = { today: number; week: number; month: number }

/** What somebody else did with the caller's data; `who` and `role` are null once that account was erased. */
export type AccessLine = {
  at: string
  who: string | null
  role: Profile['role'] | 'admin' | null
  what:
    | 'record_viewed'
    | 'study_downloaded'
    | 'study_opened'
    | 'receipt_viewed'
    | 'study_added'
    | 'study_changed'
    | 'study_deleted'
    | 'file_uploaded'
    | 'file_changed'
    | 'file_deleted'
    | 'note_added'
    | 'appointment_added'
    | 'appointment_changed'
    | 'payment_added'
    | 'receipt_annulled'
    | 'account_created'
    | 'profile_changed'
    | 'password_issued'
    | 'factor_removed'
    | 'doctor_linked'
    | 'study_shared'
    | 'share_revoked'
    | 'share_opened'
}

/** One place where the caller is signed in; instants in ISO. */
export type OpenSession = {
  id: string
  created_at: string
  last_seen_at: string
  user_agent: string
  is_current: boolean
}

/** A doctor who waits for the patient's leave to see the record; instants in ISO. */
export type LinkRequest = {
  id: string
  doctor_name: string
  doctor_specialty: string | null
  expires_at: string
}

/** A count and its change against the month before, a rounded percentage. */
export type Trend = { total: number; change: number }

export type Activity = { kind: 'profile' | 'request'; id: string; title: string; detail: string; at: string }

/** The administration's first screen. */
export type AdminOverview = {
  users: Trend
  doctors: Trend
  patients: Trend
  appointments: Trend
  appointments_today: Trend
  studies: Trend
  pending_requests: Trend
  activity: Activity[]
}

export type AdminAnalytics = {
  users: Trend
  appointments: Trend
  studies: Trend
  daily_average: { value: number; change: number }
  most_requested: { study_type: string; count: number } | null
  /** The fifteen kinds that most appointments name, the first being `most_requested`. */
  requested: { study_type: string; count: number }[]
  busiest: { doctor_id: string; name: string; count: number }[]
  /** Twelve, oldest first; `month` is yyyy-MM, `income` in pesos without annulled invoices. */
  months: { month: string; income: number; appointments: number }[]
  study_types: { study_type: string; count: number }[]
  /** Of the same twelve months: weekday ('1', Monday, to '7'), time (HH:mm), appointments. */
  hours: Record<string, Record<string, number>>
}

export type DoctorIncome = { doctor_id: string; name: string; total: number; count: number }

export type ReferringDoctor = {
  key: string
  name: string
  referrals: number
  /** How many spellings there are; the eight most frequent follow. */
  variations: number
  spellings: { name: string; count: number }[]
}

export type ReferrerSuggestion = {
  from_key: string
  from_name: string
  into_key: string
  into_name: string
  similarity: number
}

export type ReferrerMerge = {
  id: string
  from_key: string
  from_name: string
  into_key: string
  into_name: string
  merged_at: string
}

/** A day's payments by method, in pesos; `doctor` null for the whole clinic. */
export type CashCut = {
  total: number
  count: number
  methods: { payment_method: string; total: number; count: number }[]
  annulled: { total: number; count: number }
}

/** One line of the trail: who did what to which row, never its content. */
export type AuditLine = {
  id: number
  at: string
  actor_role: string
  action: string
  subject: string
  row_id: string | null
  columns: string[] | null
  /** The browser said so; what the database saw itself is not declared. */
  declared: boolean
  /** Null when nobody was signed in, or when the account was erased (`has_actor`). */
  who: string | null
  has_actor: boolean
  /** Whose data it concerned. */
  patient: string | null
}

/** `many`: more people have that name than were looked at. */
export type AuditPage = { rows: AuditLine[]; more: boolean; many: boolean }

/** The newest seal (number 0 before the first), and how many lines wait for theirs. */
export type AuditState = { number: number; hash: string | null; sealed_at: string | null; waiting: number }

/** One step of the verification: seals and lines read, what is wrong, and the number after which the next begins. */
export type AuditStep = {
  last: number
  seals: number
  lines: number
  findings: string[]
  found: number
  done: boolean
}

/** What a service was called and cost from `at` on; `who` is null when it was the installation itself. */
export type PastService = Omit<Service, 'id'> & { id: number; at: string; who: string | null }

/** What the database knows of its own health; `size` in bytes. */
export type DatabaseHealth = {
  postgres: string
  size: number
  migrations: { applied: number; last: string | null } | null
  seal: { number: number; at: string } | null
}

/** What the quick search found; `id` is the folio of an invoice, else the row's id. */
export type Found = { kind: 'patient' | 'request' | 'invoice'; id: string; title: string; detail: string }

/** A patient who may be the same person as one about to be created, and what they share. */
export type SimilarPatient = Pick<Profile, 'id' | 'full_name' | 'email' | 'phone'> & {
  why: 'email' | 'phone' | 'name'
}

/** One thing that happened with a patient. */
export type HistoryLine = {
  at: string
  kind: 'request' | 'appointment' | 'study' | 'note' | 'payment'
  id: string
  title: string
  detail: string | null
}

/** A search that answers rows of a table, read further like the table. */
type Search<Table extends string, Row> = {
  Args: { term: string }
  Returns: Row[]
  SetofOptions: { from: '*'; to: Table; isOneToOne: false; isSetofReturn: true }
}

type Reference<Table extends string, Column extends string> = {
  foreignKeyName: `${Table}_${Column}_fkey`
  columns: [Column]
  isOneToOne: false
  referencedRelation: 'profiles'
  referencedColumns: ['id']
}

type People<Table extends string> = [Reference<Table, 'patient_id'>, Reference<Table, 'doctor_id'>]

/** `Insert` carries the id wherever a person inserts: made by the browser, so that a repeated press stores one row. */
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
        Profile,
        never,
        Partial<Omit<Profile, 'id' | 'email' | 'created_at'>>,
        [],
        { second_factor: boolean | null }
      >
      services: Table<Service, Service, Partial<Omit<Service, 'id'>>>
      study_requests: Table<StudyRequest, NewStudyRequest, Partial<Omit<StudyRequest, 'id' | 'created_at'>>>
      citas: Table<
        Cita,
        NewCita & Pick<Cita, 'id'>,
        Pick<Cita, 'status'>,
        People<'citas'>,
        Names & DoctorSpecialty
      >
      studies: Table<Study, NewStudy & Pick<Study, 'id'>, Partial<NewStudy>, People<'studies'>, Names>
      study_shares: Table<StudyShare, never, never, [Reference<'study_shares', 'made_by'>]>
      medical_notes: Table<
        MedicalNote,
        Pick<MedicalNote, 'id' | 'patient_id' | 'doctor_id' | 'note'>,
        never,
        People<'medical_notes'>,
        Pick<Names, 'doctor_name'>
      >
      invoices: Table<Invoice, NewInvoice, never, People<'invoices'>, Names & DoctorSpecialty & DoctorLicense>
    }
    Views: Record<never, never>
    Functions: {
      get_doctor_patients: { Args: { d_id: string }; Returns: DoctorPatient[] }
      account_status: { Args: Record<never, never>; Returns: AccountStatus }
      doctor_income: { Args: { d_id: string; day: string }; Returns: Income }
      patient_paid: { Args: { p_id: string }; Returns: number }
      invoice_exists: { Args: { number: string }; Returns: boolean }
      search_citas: Search<'citas', Cita>
      search_studies: Search<'studies', Study>
      search_invoices: Search<'invoices', Invoice>
      search_study_requests: Search<'study_requests', StudyRequest>
      search_patients: Search<'profiles', Profile>
      search_doctor_patients: { Args: { d_id: string; term: string }; Returns: DoctorPatient[] }
      quick_search: { Args: { term: string }; Returns: Found[] }
      similar_patients: {
        Args: { full_name: string; email: string; phone: string }
        Returns: SimilarPatient[]
      }
      patient_history: {
        Args: { p_id: string; page: number }
        Returns: { total: number; rows: HistoryLine[] }
      }
      search_profiles: Search<'profiles', Profile>
      admin_overview: { Args: Record<never, never>; Returns: AdminOverview }
      admin_analytics: { Args: Record<never, never>; Returns: AdminAnalytics }
      system_income: { Args: { day: string }; Returns: Income }
      income_by_doctor: { Args: { from_day: string | null; to_day: string | null }; Returns: DoctorIncome[] }
      referring_doctors: {
        Args: {
          term: string
          sort_by: 'count' | 'name'
          descending: boolean
          page: number
          page_size: number
        }
        Returns: { total: number; rows: ReferringDoctor[] }
      }
      referrer_suggestions: { Args: Record<never, never>; Returns: ReferrerSuggestion[] }
      referrer_merges: { Args: Record<never, never>; Returns: ReferrerMerge[] }
      merge_referrers: { Args: { from_key: string; into_key: string }; Returns: string }
      undo_referrer_merge: { Args: { merge_id: string }; Returns: undefined }
      cash_cut: { Args: { day: string; doctor: string | null }; Returns: CashCut }
      begin_doctor_removal: {
        Args: { user_id: string; plan: 'keep' | 'cancel' | 'give'; new_doctor?: string }
        Returns: { outcome: 'closed' | 'erase'; id: string; citas: number }
      }
      annul_invoice: { Args: { invoice_id: string; reason: string }; Returns: Invoice }
      create_study_share: {
        Args: {
          study_id: string
          label: string
          days: number
          max_uses: number
          copy_path: string | null
          share_id: string
        }
        Returns: ShareSecrets
      }
      renew_study_share: { Args: { share_id: string }; Returns: ShareSecrets }
      revoke_study_share: { Args: { share_id: string }; Returns: undefined }
      suggest_referring_doctors: { Args: { term: string }; Returns: string[] }
      taken_slots: { Args: { d_id: string; day: string }; Returns: { appointment_time: string }[] }
      is_admin_suffix: { Args: { suffix: string }; Returns: boolean }
      admin_suffix: { Args: Record<never, never>; Returns: string }
      main_admin_id: { Args: Record<never, never>; Returns: string | null }
      my_access_log: { Args: { page: number }; Returns: { total: number; rows: AccessLine[] } }
      my_link_requests: { Args: Record<never, never>; Returns: LinkRequest[] }
      answer_link_request: { Args: { request_id: string; accept: boolean }; Returns: undefined }
      my_sessions: { Args: Record<never, never>; Returns: OpenSession[] }
      end_session: { Args: { session_id: string }; Returns: undefined }
      audit_lines: {
        Args: {
          person: string
          kind: string | null
          day: string | null
          before_at: string | null
          before_id: number | null
        }
        Returns: AuditPage
      }
      audit_state: { Args: Record<never, never>; Returns: AuditState }
      verify_audit: { Args: { after: number; most: number }; Returns: AuditStep }
      service_history: {
        Args: { service: string; page: number }
        Returns: { total: number; rows: PastService[] }
      }
      installation_health: { Args: Record<never, never>; Returns: DatabaseHealth }
      log_access: { Args: { kind: string; id?: string }; Returns: undefined }
    }
  }
}

export type NewStudyRequest = Omit<StudyRequest, 'id' | 'created_at'>

export type NewCita = Omit<Cita, 'id' | 'created_at' | 'especialidad'> & { especialidad?: string }

export type NewStudy = Omit<Study, 'id' | 'created_at'>

/** The client makes the id, so that a retry after a lost answer finds the invoice that exists. */
export type NewInvoice = Pick<
  Invoice,
  'id' | 'patient_id' | 'doctor_id' | 'payment_date' | 'payment_method' | 'services' | 'total_amount'
>
