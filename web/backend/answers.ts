import type { AppointmentStatus } from '#domain/appointment-status.ts'
import type { ProposalReason } from '#domain/arrival.ts'
import type { Closure, HoursRow } from '#domain/clinic-hours.ts'
import type { DeliveryEnd } from '#domain/delivery-end.ts'
import type { Area } from '#domain/odontogram.ts'
import type { Delivery } from '#domain/order-form.ts'
import type { OrderState } from '#domain/order-state.ts'
import type { Changed, RowOf } from './row.ts'
import type { Rows } from './schema.ts'

// What the functions of the database answer. Rows come from the schema; the shape of JSON is known to nobody but the function.

export type DoctorPatient = Changed<
  RowOf<'get_doctor_patients'>,
  { phone: string | null; age: number | null }
>

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

/** Access by somebody else to the caller's data; `who` and `role` are null once that account was erased. */
export type AccessLine = {
  at: string
  who: string | null
  role: Rows['profiles']['role'] | 'admin' | null
  what:
    | 'record_viewed'
    | 'study_downloaded'
    | 'study_opened'
    | 'previews_seen'
    | 'images_opened'
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
    | 'appointment_moved'
    | 'appointment_cancelled'
    | 'appointment_missed'
    | 'message_sent'
    | 'activation_made'
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
    | 'report_opened'
    | 'report_signed'
    | 'addendum_added'
    | 'report_annulled'
    | 'study_delivered'
    | 'delivery_ended'
}

/** One session of the caller; times in ISO. */
export type OpenSession = RowOf<'my_sessions'>

/** A doctor who asks for the patient's permission to see the record; times in ISO. */
export type LinkRequest = Changed<RowOf<'my_link_requests'>, { doctor_specialty: string | null }>

/** An appointment to come that a change of hours leaves outside of them. */
export type AffectedAppointment = Pick<Rows['citas'], 'id' | 'appointment_date'> & {
  appointment_time: string
}

/** Hours of notice for changes by link, days ahead that can be booked, and the time (HH:mm) of reminders on the day before. */
export type AgendaSettings = {
  notice_hours: number
  horizon_days: number
  self_booking: boolean
  mail_reminders: boolean
  reminder_time: string
  accept_orders: boolean
}

/** Whether mails go out: there is no mail server, they do not, or they do. */
export type MailState = 'none' | 'stuck' | 'on'

type SentState = Pick<Rows['messages'], 'state' | 'sent_at'>

/** An appointment of a day that may be reminded. `mail` and `whatsapp` are its messages for this start, if there are any. */
export type Reminder = {
  id: string
  time: string | null
  status: string
  warned: boolean
  doctor_name: string
  patient_id: string | null
  name: string | null
  phone: string | null
  email: string | null
  wants_reminders: boolean
  mail: SentState | null
  /** It was booked or moved too late for a reminder by mail. */
  late: boolean
  whatsapp: (SentState & { id: string }) | null
}

export type DayReminders = { mail: MailState; rows: Reminder[] }

/** The token of a message by WhatsApp, answered once. */
export type PreparedReminder = { cita_id: string; message_id: string; token: string }

type MessageCounts = { sent: number; opened: number; failed: number; left_out: number }

/** Messages of the last 24 hours and 30 days, and why some did not go out. */
export type MessageFigures = {
  mail: MailState
  due: number
  day: MessageCounts
  month: MessageCounts
  problems: {
    problem: NonNullable<Rows['messages']['problem']>
    state: Rows['messages']['state']
    count: number
  }[]
}

/** The clinic's own week, and closures of the next 30 days that say why. */
export type ClinicWeek = { week: HoursRow[]; closures: Closure[] }

/** Whose account a request's e-mail is. `id` and `name` only where the caller may know them. `notice_hours` is the agenda's. */
export type RequestPatient = { mail: boolean; notice_hours: number } & (
  | { outcome: 'staff' }
  | { outcome: 'new'; self_booking: boolean }
  | {
      outcome: 'known' | 'other_name'
      id: string | null
      name: string | null
      initials: string
      self_booking: boolean
    }
)

/** A count and its change against the month before, a rounded percentage. */
/** `change` is the percentage by which `this_month` differs from the month before. */
export type Trend = { total: number; this_month: number; change: number }

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
  /** In pesos. */
  income: { today: number; month: number }
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
  /** Appointments of the same twelve months, by weekday ('1', Monday, to '7') and time (HH:mm). */
  hours: Record<string, Record<string, number>>
}

/** Of appointments that have begun and were not cancelled: how many, and how many nobody came to; by who referred, the most missed first. */
export type NoShows = {
  total: number
  missed: number
  referrers: { name: string; total: number; missed: number }[]
}

export type DoctorIncome = RowOf<'income_by_doctor'>

export type ReferringDoctor = {
  key: string
  name: string
  referrals: number
  /** How many spellings there are; the eight most frequent follow. */
  variations: number
  spellings: { name: string; count: number }[]
  /** What dentists of it sent, and was not taken back. */
  orders: number
  /** Appointments that were kept, and studies, of what counts with it. */
  kept: number
  studies: number
  /** When it ordered or was named last. */
  last_at: string | null
  /** References of the last 90 days, and of the 90 before. */
  recent: number
  earlier: number
  /** Of dentists who count with it; open ones first, newest first. */
  accounts: DentistAccount[]
}

/** The account of a dentist who refers. `active` until it is closed, `activated` once its owner chose a password. */
export type DentistAccount = {
  id: string
  name: string
  email: string
  practice: string
  phone: string | null
  active: boolean
  activated: boolean
}

export type ReferrerSuggestion = RowOf<'referrer_suggestions'>

export type ReferrerMerge = RowOf<'referrer_merges'>

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
  /** True when the browser reported it, false when the database saw it itself. */
  declared: boolean
  /** Null when nobody was signed in, or when the account was erased (`has_actor`). */
  who: string | null
  has_actor: boolean
  /** Whose data it concerned. */
  patient: string | null
}

/** `many`: the name matches more people than were searched. */
export type AuditPage = { rows: AuditLine[]; more: boolean; many: boolean }

/** The newest seal (number 0 before the first), and how many lines are not sealed yet. */
export type AuditState = { number: number; hash: string | null; sealed_at: string | null; waiting: number }

/** One step of the verification: seals and lines read, what is wrong, and the seal number that the next step follows. */
export type AuditStep = {
  last: number
  seals: number
  lines: number
  findings: string[]
  found: number
  done: boolean
}

/** A service's name and price from `at` on; `who` is null when the installation itself set them. */
export type PastService = Omit<Rows['services'], 'id' | 'created_at'> & {
  id: number
  at: string
  who: string | null
}

/** What a visitor keeps of a request that was sent: its number, and eight signs of `tracking_code`. */
export type RequestReceipt = { folio: number; code: string }

/** All that folio and code open; the day is yyyy-MM-dd. */
export type TrackedRequest = {
  state: 'recibida' | 'aceptada' | 'con_enlace' | 'con_cita' | 'rechazada'
  day: string
}

/** What the database knows of its own health; `size` in bytes. `station_full`: the station refuses studies for want of room. */
export type DatabaseHealth = {
  postgres: string
  size: number
  station_full: boolean
  migrations: { applied: number; last: string | null } | null
  seal: { number: number; at: string } | null
}

/** What the quick search found; `id` is the folio of an invoice, else the row's id. */
export type Found = Changed<RowOf<'quick_search'>, { kind: 'patient' | 'study' | 'request' | 'invoice' }>

/** A patient who may be the same person as one about to be created, and what they share. */
export type SimilarPatient = Changed<
  RowOf<'similar_patients'>,
  { phone: string | null; why: 'email' | 'phone' | 'name' }
>

/** One event in a patient's history. */
export type HistoryLine = {
  at: string
  kind: 'request' | 'appointment' | 'study' | 'report' | 'note' | 'payment'
  id: string
  title: string
  detail: string | null
}

/** A new link and its PIN, shown only once. */
export type ShareSecrets = { id: string; token: string; pin: string; expires_at: string }

/**
 * A new link of activation, shown only once; without a token a temporary password is due first. `replaced`: it ended one that
 * still worked.
 */
export type ActivationSecret =
  | { token: string; expires_at: string; replaced: boolean }
  | { token: null; expires_at: null; replaced: false }

/** What became of a mail with such a link; `issue_first`: a temporary password is due before. */
export type ActivationMail = { outcome: 'queued' | 'issue_first' | 'no_mail' }

/** Studies with an uploaded file (`total`), how many lack a preview, and a page of those. */
export type StudiesWithoutPreview = {
  total: number
  missing: number
  rows: (Pick<Rows['studies'], 'id' | 'file_name'> & {
    file_url: string
    state: Rows['study_previews']['state'] | null
  })[]
}

/** What the page behind an appointment's link shows (`cita_link`); times are the clinic's. */
export type LinkedAppointment = {
  first_name: string
  doctor: string
  study_type: string | null
  /** How to come prepared; null where the clinic says nothing. */
  preparation: string | null
  wants_reminders: boolean
  /** The dentist whose order it is, and whether the images go there; null where nobody ordered it. */
  receiver: { name: string; shared: boolean } | null
  notice_hours: number
  horizon_days: number
  self_booking: boolean
  /** Until when an hour may be chosen; null once there is an appointment. */
  expires_at: string | null
  cita: {
    id: string
    day: string
    time: string
    status: AppointmentStatus
    moves: number
    /** How often its patient may still move it. */
    moves_left: number
    /** That its patient said 'No podré ir'. */
    warned: boolean
    begun: boolean
    /** Whether it is too late to change or cancel it by the link. */
    in_notice: boolean
  } | null
}

/** How an act by link ended; with what the page then shows, unless the link has ended. */
export type LinkAct =
  | { outcome: 'ended' }
  | {
      outcome:
        | 'confirmed'
        | 'cancelled'
        | 'told'
        | 'moved'
        | 'booked'
        | 'stopped'
        | 'resumed'
        | 'shared'
        | 'unshared'
        | 'portal'
        | 'final'
        | 'notice'
        | 'moves'
        | 'same'
        | 'closed'
        | 'too_soon'
        | 'beyond'
        | 'taken'
        | 'off'
      link: LinkedAppointment
    }

/** A free start that may be chosen by link. */
export type FreeStart = { day: string; time: string }

/** A study that waits in 'Recibidos', or was discarded; `said` is what the machine says of it, as texts. */
export type Arrival = Pick<
  Rows['arrivals'],
  'id' | 'received_at' | 'completed_at' | 'instances' | 'bytes' | 'path' | 'reason'
> & {
  state: 'complete' | 'discarded'
  machine_name: string | null
  /** `different`: instances that came twice under one UID with another content. */
  said: Partial<Record<'name' | 'number' | 'birth_date' | 'description', string>> & { different?: string[] }
  /** A number of ours says another person than the machine does; `sent` is null where it named nobody. */
  conflict: { ours: string; sent: string | null } | null
  proposals: ArrivalProposal[]
}

/** Whose an arrival may be, and why: an appointment, or without one a patient. Day yyyy-MM-dd, time HH:mm. */
export type ArrivalProposal = {
  patient_id: string
  patient_name: string | null
  cita_id: string | null
  doctor_id: string | null
  doctor_name: string | null
  study_type: string | null
  day: string | null
  time: string | null
  why: ProposalReason[]
}

/** First where the caller moves its file from and to; then that it is a study. */
export type AssignedArrival = { from: string; to: string } | { study_id: string }

/**
 * What 'Equipos' shows beside the machines; `station` is null before it ever ran, without address and port where it only watches a folder.
 * `late` counts what waits for more than two days.
 */
export type MachineFigures = {
  automatic: boolean
  late: number
  station: { aet: string; address: string | null; port: number | null; seen_at: string } | null
  /** Who called in the last week and is no machine. */
  unknown: { aet: string; address: string; at: string }[]
  machines: { id: string; today: number; last_arrival: string | null }[]
}

/** One of the requests that a dentist sent together, one a kind of study. */
export type SentOrder = { id: string; request_id: number; study_type: string }

/** Where to take the images; teeth in FDI numbers. */
type OrderRegion = {
  teeth: number[]
  areas: Area[]
}

/** What a dentist sends; the same `sending_id` again is the same order. */
export type NewOrder = OrderRegion & {
  sending_id: string
  patient_name: string
  patient_phone: string
  patient_email?: string | null
  patient_age?: number | null
  /** Names of services that may be requested. */
  types: string[]
  question?: string | null
  urgent: boolean
  deliver: Delivery[]
  /** That the patient knows who receives the images. */
  consent: true
  privacy_version?: string
}

/**
 * A line of 'Mis pacientes': an order, or a study that came without one (`order_id` null). `ended`: why the dentist does not receive it
 * any more. `link`: the patient may choose an hour, by `order_link`. `phone` is what the dentist wrote.
 */
export type OrderLine = OrderRegion & {
  order_id: string | null
  study_id: string | null
  request_id: number | null
  /** By which the patient follows the request. */
  code: string | null
  patient_name: string
  patient_age: number | null
  study_type: string
  question: string | null
  urgent: boolean
  deliver: Delivery[]
  types: string[]
  sending_id: string | null
  sent_at: string
  state: OrderState
  ended: DeliveryEnd | null
  day: string | null
  time: string | null
  seen_at: string | null
  picture:
    | (Pick<Rows['study_previews'], 'kind' | 'tint'> & { path: string; width: number; height: number })
    | null
  report: boolean
  until: string | null
  phone: string | null
  link: boolean
}

/** An order that a new study of a patient may be of. */
export type OpenOrder = OrderRegion & {
  order_id: string
  dentist_id: string
  name: string
  question: string | null
}

/** A dentist who receives a patient's images; `orders` wait for a study. */
export type ImageReceiver = {
  dentist_id: string
  name: string
  practice: string
  since: string
  shared: boolean
  orders: number
  studies: { id: string; study_type: string | null; study_date: string; shared: boolean }[]
}

/** The public form by a dentist's card. */
export type CardRequest = {
  patient_name: string
  patient_email: string
  patient_phone: string
  patient_age: number | null
  study_type: string
  notes: string | null
  tentative_date: string | null
  privacy_version: string
  submission_id: string
}
