// Made from the migrations by `npm run database-types`; not edited. A test compares it with the database.
// What JSON carries beyond this is named in database.ts.

/** yyyy-MM-dd */
type Day = string
/** HH:mm:ss */
type Time = string
/** ISO, with its zone. */
type Instant = string

/** A column that names a row of another table, as the client wants it to be told. */
type Reference<Key extends string, Column extends string, Table extends string, Single extends boolean> = {
  foreignKeyName: Key
  columns: [Column]
  isOneToOne: Single
  referencedRelation: Table
  referencedColumns: ['id']
}

/** By table, its columns. */
export type Rows = {
  arrivals: {
    id: string
    study_uid: string
    machine_id: string | null
    received_at: Instant
    completed_at: Instant | null
    said: unknown
    instances: number
    bytes: number
    state: 'receiving' | 'complete' | 'assigned' | 'discarded'
    path: string | null
    study_id: string | null
    cita_id: string | null
    reason: string | null
  }
  awaiting_reports: {
    study_id: string
    patient_id: string | null
    doctor_id: string | null
    created_at: Instant
  }
  cita_events: {
    id: string
    cita_id: string
    kind:
      | 'agendada'
      | 'sobrecupo'
      | 'confirmada'
      | 'movida'
      | 'cancelada'
      | 'aviso'
      | 'no_asistio'
      | 'deshecha'
    by: 'clinica' | 'paciente'
    actor_id: string | null
    from_day: Day | null
    from_time: Time | null
    to_day: Day | null
    to_time: Time | null
    reason: string | null
    at: Instant
    seen_at: Instant | null
    seen_by: string | null
  }
  cita_links: {
    id: string
    cita_id: string | null
    request_id: number | null
    patient_id: string
    doctor_id: string
    made_by: string | null
    created_at: Instant
    expires_at: Instant | null
    revoked_at: Instant | null
    seen_at: Instant | null
  }
  citas: {
    id: string
    patient_id: string | null
    doctor_id: string
    appointment_date: Day
    appointment_time: Time | null
    study_type: string | null
    status: 'pendiente' | 'confirmada' | 'aceptada' | 'completada' | 'cancelada' | 'no_asistio'
    nombre: string | null
    telefono: string | null
    especialidad: string
    created_at: Instant
    request_id: number | null
    seat: number
    moves: number
    warned_at: Instant | null
    accession_number: number
  }
  clinic_closures: {
    id: string
    doctor_id: string | null
    kind: string
    first_day: Day
    last_day: Day
    opens: Time | null
    closes: Time | null
    label: string | null
    created_by: string | null
    created_at: Instant
    removed_at: Instant | null
  }
  clinic_hours: {
    id: string
    doctor_id: string | null
    weekday: number
    opens: Time
    closes: Time
  }
  dentist_applications: {
    id: string
    full_name: string
    practice: string
    licence: string | null
    email: string
    phone: string
    privacy_version: string | null
    asked_at: Instant
    state: 'pendiente' | 'aprobada' | 'rechazada'
    decided_by: string | null
    decided_at: Instant | null
  }
  dentists: {
    id: string
    practice: string
    address: string | null
    phone: string | null
    licence: string | null
    code: string
    active: boolean
    approved_by: string | null
    approved_at: Instant
    created_at: Instant
  }
  invoices: {
    id: string
    invoice_number: string
    patient_id: string
    doctor_id: string
    payment_date: Day
    payment_method: 'Efectivo' | 'Transferencia' | 'Tarjeta de Crédito/Débito' | 'Otro'
    services: unknown
    total_amount: number
    created_at: Instant
    annulled_at: Instant | null
    annulled_reason: string | null
    annulled_by: string | null
    receipt_token: string
  }
  key_images: {
    id: string
    study_id: string
    author_id: string
    path: string
    width: number
    height: number
    sha256: string
    caption: string | null
    position: number
    source: unknown
    audience: 'author' | 'clinic'
    created_at: Instant
    removed_at: Instant | null
  }
  machines: {
    id: string
    name: string
    aet: string
    address: string | null
    port: number | null
    study_types: string[]
    active: boolean
    last_seen_at: Instant | null
    test_asked_at: Instant | null
    tested_at: Instant | null
    answered: boolean | null
    created_at: Instant
  }
  medical_notes: {
    id: string
    patient_id: string
    doctor_id: string
    note: string
    created_at: Instant
  }
  messages: {
    id: string
    kind:
      | 'cita_nueva'
      | 'cita_cambio'
      | 'cita_cancelada'
      | 'recordatorio'
      | 'elige_horario'
      | 'activacion'
      | 'cuenta'
      | 'resultado'
    channel: 'correo' | 'whatsapp'
    cita_id: string | null
    request_id: number | null
    study_id: string | null
    patient_id: string
    due_at: Instant
    state: 'pendiente' | 'enviando' | 'enviado' | 'abierto' | 'fallido' | 'omitido'
    tries: number
    problem:
      | 'sin_servidor'
      | 'rechazado'
      | 'tarde'
      | 'cancelada'
      | 'movida'
      | 'pasada'
      | 'sin_recordatorios'
      | 'sin_cuenta'
      | 'elegida'
      | 'sin_temporal'
      | 'reemplazada'
      | 'otra_persona'
      | 'demasiados'
      | null
    lease_until: Instant | null
    sent_at: Instant | null
    sent_by: string | null
    created_at: Instant
    key: string
  }
  orders: {
    id: string
    request_id: number
    dentist_id: string
    sending_id: string
    patient_id: string | null
    teeth: number[]
    areas: string[]
    types: string[]
    question: string | null
    urgent: boolean
    deliver: string[]
    consent_at: Instant
    seen_by_clinic_at: Instant | null
    cancelled_at: Instant | null
    stopped_at: Instant | null
    created_at: Instant
  }
  profiles: {
    id: string
    full_name: string
    email: string
    phone: string | null
    role: 'doctor' | 'patient' | 'paciente' | 'dentist'
    specialty: string | null
    professional_license: string | null
    age: number | null
    is_admin: boolean
    photo_path: string | null
    created_at: Instant
    wants_reminders: boolean
    specialty_license: string | null
    specialty_certificate: string | null
    certificate_until: Day | null
    may_report: boolean
    wants_mail: boolean
    patient_number: number
  }
  report_addenda: {
    id: string
    report_id: string
    author_id: string
    kind: 'aclaración' | 'corrección' | 'ampliación'
    text: string
    position: number | null
    created_at: Instant
    updated_at: Instant
    signed_at: Instant | null
    signer_name: string | null
    signer_license: string | null
    signer_specialty: string | null
    signer_specialty_license: string | null
    signer_certificate: string | null
    previous_hash: string | null
    signed_text: string | null
    content_hash: string | null
  }
  report_heads: {
    report_id: string
    study_id: string
    patient_id: string
    folio: string
    state: 'firmado' | 'anulado'
    signed_at: Instant
    visible_from: Instant
    annulled_at: Instant | null
    addenda: number
  }
  report_images: {
    report_id: string
    key_image_id: string
    position: number
    caption: string | null
    sha256: string | null
  }
  report_phrases: {
    id: string
    template_id: string | null
    section_key: string | null
    title: string
    text: string
    owner_id: string | null
    created_at: Instant
  }
  report_templates: {
    id: string
    study_type: string
    name: string
    sections: unknown
    version: number
    active: boolean
    approved_at: Instant | null
    created_at: Instant
    updated_at: Instant
  }
  reports: {
    id: string
    study_id: string
    patient_id: string
    author_id: string
    template_id: string | null
    template_version: number | null
    state: 'borrador' | 'firmado' | 'anulado'
    version: number
    performed_at: Instant | null
    requested_by: string | null
    study_name: string | null
    clinical_question: string | null
    sections: unknown
    incidents: string | null
    performed_by: string | null
    patient_name: string | null
    patient_age: number | null
    patient_sex: 'mujer' | 'hombre' | 'no especificado' | null
    technique: string | null
    quality: string | null
    compared_with: string | null
    impression: string | null
    recommendations: string | null
    communication: string | null
    patient_summary: string | null
    folio: string | null
    signed_at: Instant | null
    signer_name: string | null
    signer_license: string | null
    signer_specialty: string | null
    signer_specialty_license: string | null
    signer_certificate: string | null
    clinic: unknown | null
    signed_text: string | null
    content_hash: string | null
    verify_token: string | null
    visible_from: Instant | null
    hold_reason: string | null
    annulled_at: Instant | null
    annulled_by: string | null
    annul_reason: string | null
    replaces: string | null
    created_at: Instant
    updated_at: Instant
  }
  services: {
    id: string
    name: string
    price: number
    active: boolean
    requestable: boolean
    created_at: Instant
    preparation: string | null
  }
  studies: {
    id: string
    patient_id: string | null
    doctor_id: string | null
    study_type: string | null
    study_date: Day
    comments: string | null
    file_url: string | null
    file_name: string | null
    created_at: Instant
    report_needed: boolean
    arch: unknown | null
  }
  study_desks: {
    study_id: string
    author_id: string
    state: unknown
    version: number
    updated_at: Instant
  }
  study_marks: {
    id: string
    study_id: string
    author_id: string
    picture: string
    frame: number | null
    plane: 'axial' | 'coronal' | 'sagittal' | 'panoramic' | 'section' | null
    kind: 'length' | 'angle' | 'arrow' | 'text' | 'point'
    points: unknown
    value: number | null
    unit: 'mm' | 'px' | '°' | null
    label: string | null
    arch: unknown | null
    audience: 'author' | 'clinic'
    created_at: Instant
    updated_at: Instant
    removed_at: Instant | null
    orientation: unknown | null
  }
  study_previews: {
    study_id: string
    source: string
    state: 'ready' | 'partial' | 'none' | 'failed'
    reason: string | null
    kind: 'volume' | 'image' | 'photo' | 'mesh' | 'document' | null
    thumb_path: string | null
    thumb_width: number | null
    thumb_height: number | null
    cover_path: string | null
    cover_width: number | null
    cover_height: number | null
    tint: string | null
    sheets: unknown | null
    index_path: string | null
    file_bytes: number | null
    parts: unknown
    facts: unknown
    maker: number
    made_by: string | null
    made_at: Instant
  }
  study_recipients: {
    study_id: string
    dentist_id: string
    order_id: string | null
    since: Instant
    until: Instant
    ended_at: Instant | null
    ended_by: string | null
  }
  study_requests: {
    id: number
    patient_name: string
    patient_email: string | null
    patient_phone: string
    patient_age: number | null
    study_type: string
    referring_doctor: string | null
    notes: string | null
    tentative_date: Day | null
    status: 'pendiente' | 'aceptada' | 'rechazada'
    privacy_version: string | null
    privacy_accepted_at: Instant | null
    submission_id: string | null
    created_at: Instant
    is_order: boolean
  }
  study_seen: {
    id: string
    study_id: string
    person_id: string | null
    what: 'images' | 'report'
    first_at: Instant
    last_at: Instant
    times: number
    share_id: string | null
  }
  study_shares: {
    id: string
    study_id: string | null
    made_by: string | null
    label: string | null
    created_at: Instant
    renewed_at: Instant | null
    expires_at: Instant
    max_uses: number
    uses: number
    seen_at: Instant | null
    revoked_at: Instant | null
    revoked_by: string | null
    copy_path: string | null
    with_report: boolean
    basis: 'patient' | 'authorised_doctor' | null
  }
  viewer_presets: {
    id: string
    owner_id: string
    name: string
    center: number
    width: number
    created_at: Instant
  }
}

/** By table, what is worked out beside its columns where a request names it. */
export type Computed = {
  citas: {
    doctor_name: string | null
    doctor_specialty: string | null
    patient_name: string | null
    study_arrived: boolean | null
  }
  invoices: {
    doctor_license: string | null
    doctor_name: string | null
    doctor_specialty: string | null
    patient_name: string | null
  }
  medical_notes: {
    doctor_name: string | null
  }
  profiles: {
    password_due: boolean | null
    second_factor: boolean | null
  }
  studies: {
    doctor_name: string | null
    patient_name: string | null
    progress: string | null
    report_state: string | null
    report_writer: string | null
  }
  study_recipients: {
    delivery_end: string | null
  }
  study_requests: {
    has_appointment: boolean | null
    tracking_code: string | null
  }
}

/** By table, the columns that an account must and may write into a new row, and may change. */
export type Written = {
  cita_events: {
    required: never
    optional: never
    changed: 'seen_at' | 'seen_by'
  }
  citas: {
    required: 'id' | 'doctor_id' | 'appointment_date'
    optional:
      | 'patient_id'
      | 'appointment_time'
      | 'study_type'
      | 'status'
      | 'nombre'
      | 'telefono'
      | 'especialidad'
    changed: 'status'
  }
  dentists: {
    required: never
    optional: never
    changed: 'practice' | 'address' | 'phone'
  }
  invoices: {
    required:
      | 'id'
      | 'invoice_number'
      | 'patient_id'
      | 'doctor_id'
      | 'payment_date'
      | 'payment_method'
      | 'services'
      | 'total_amount'
    optional: never
    changed: never
  }
  key_images: {
    required: 'id' | 'study_id' | 'author_id' | 'path' | 'width' | 'height' | 'sha256'
    optional: 'caption' | 'position' | 'source' | 'audience'
    changed: 'caption' | 'position' | 'audience' | 'removed_at'
  }
  medical_notes: {
    required: 'id' | 'patient_id' | 'doctor_id' | 'note'
    optional: never
    changed: never
  }
  profiles: {
    required: never
    optional: never
    changed:
      | 'full_name'
      | 'phone'
      | 'role'
      | 'specialty'
      | 'professional_license'
      | 'age'
      | 'is_admin'
      | 'photo_path'
      | 'wants_reminders'
      | 'specialty_license'
      | 'specialty_certificate'
      | 'certificate_until'
      | 'may_report'
      | 'wants_mail'
  }
  report_phrases: {
    required: 'id' | 'title' | 'text'
    optional: 'template_id' | 'section_key' | 'owner_id'
    changed: 'template_id' | 'section_key' | 'title' | 'text'
  }
  report_templates: {
    required: 'id' | 'study_type' | 'name' | 'sections'
    optional: 'active'
    changed: 'study_type' | 'name' | 'sections' | 'active'
  }
  services: {
    required: 'id' | 'name' | 'price'
    optional: 'active' | 'requestable' | 'preparation'
    changed: 'name' | 'price' | 'active' | 'requestable' | 'preparation'
  }
  studies: {
    required: 'id' | 'study_date' | 'report_needed'
    optional: 'patient_id' | 'doctor_id' | 'study_type' | 'comments' | 'file_url' | 'file_name' | 'arch'
    changed:
      | 'patient_id'
      | 'doctor_id'
      | 'study_type'
      | 'study_date'
      | 'comments'
      | 'file_url'
      | 'file_name'
      | 'report_needed'
      | 'arch'
  }
  study_desks: {
    required: 'study_id' | 'author_id' | 'state'
    optional: 'version'
    changed: 'study_id' | 'author_id' | 'state' | 'version'
  }
  study_marks: {
    required: 'id' | 'study_id' | 'author_id' | 'picture' | 'kind' | 'points'
    optional:
      | 'frame'
      | 'plane'
      | 'value'
      | 'unit'
      | 'label'
      | 'arch'
      | 'audience'
      | 'removed_at'
      | 'orientation'
    changed:
      | 'id'
      | 'study_id'
      | 'author_id'
      | 'picture'
      | 'frame'
      | 'plane'
      | 'kind'
      | 'points'
      | 'value'
      | 'unit'
      | 'label'
      | 'arch'
      | 'audience'
      | 'removed_at'
      | 'orientation'
  }
  study_requests: {
    required: 'patient_name' | 'patient_phone' | 'study_type'
    optional:
      | 'patient_email'
      | 'patient_age'
      | 'referring_doctor'
      | 'notes'
      | 'tentative_date'
      | 'status'
      | 'privacy_version'
      | 'privacy_accepted_at'
      | 'submission_id'
    changed:
      | 'patient_name'
      | 'patient_email'
      | 'patient_phone'
      | 'study_type'
      | 'referring_doctor'
      | 'notes'
      | 'status'
  }
  viewer_presets: {
    required: 'id' | 'owner_id' | 'name' | 'center' | 'width'
    optional: never
    changed: 'name' | 'center' | 'width'
  }
}

/** By table, the tables that a request may embed. */
export type References = {
  arrivals: [
    Reference<'arrivals_machine_id_fkey', 'machine_id', 'machines', false>,
    Reference<'arrivals_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'arrivals_cita_id_fkey', 'cita_id', 'citas', false>,
  ]
  awaiting_reports: [
    Reference<'awaiting_reports_study_id_fkey', 'study_id', 'studies', true>,
    Reference<'awaiting_reports_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'awaiting_reports_doctor_id_fkey', 'doctor_id', 'profiles', false>,
  ]
  cita_events: [
    Reference<'cita_events_cita_id_fkey', 'cita_id', 'citas', false>,
    Reference<'cita_events_actor_id_fkey', 'actor_id', 'profiles', false>,
    Reference<'cita_events_seen_by_fkey', 'seen_by', 'profiles', false>,
  ]
  cita_links: [
    Reference<'cita_links_cita_id_fkey', 'cita_id', 'citas', true>,
    Reference<'cita_links_request_id_fkey', 'request_id', 'study_requests', true>,
    Reference<'cita_links_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'cita_links_doctor_id_fkey', 'doctor_id', 'profiles', false>,
    Reference<'cita_links_made_by_fkey', 'made_by', 'profiles', false>,
  ]
  citas: [
    Reference<'citas_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'citas_doctor_id_fkey', 'doctor_id', 'profiles', false>,
    Reference<'citas_request_id_fkey', 'request_id', 'study_requests', false>,
  ]
  clinic_closures: [
    Reference<'clinic_closures_doctor_id_fkey', 'doctor_id', 'profiles', false>,
    Reference<'clinic_closures_created_by_fkey', 'created_by', 'profiles', false>,
  ]
  clinic_hours: [Reference<'clinic_hours_doctor_id_fkey', 'doctor_id', 'profiles', false>]
  dentist_applications: [Reference<'dentist_applications_decided_by_fkey', 'decided_by', 'profiles', false>]
  dentists: [
    Reference<'dentists_id_fkey', 'id', 'profiles', true>,
    Reference<'dentists_approved_by_fkey', 'approved_by', 'profiles', false>,
  ]
  invoices: [
    Reference<'invoices_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'invoices_doctor_id_fkey', 'doctor_id', 'profiles', false>,
    Reference<'invoices_annulled_by_fkey', 'annulled_by', 'profiles', false>,
  ]
  key_images: [
    Reference<'key_images_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'key_images_author_id_fkey', 'author_id', 'profiles', false>,
  ]
  medical_notes: [
    Reference<'medical_notes_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'medical_notes_doctor_id_fkey', 'doctor_id', 'profiles', false>,
  ]
  messages: [
    Reference<'messages_cita_id_fkey', 'cita_id', 'citas', false>,
    Reference<'messages_request_id_fkey', 'request_id', 'study_requests', false>,
    Reference<'messages_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'messages_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'messages_sent_by_fkey', 'sent_by', 'profiles', false>,
  ]
  orders: [
    Reference<'orders_request_id_fkey', 'request_id', 'study_requests', true>,
    Reference<'orders_dentist_id_fkey', 'dentist_id', 'dentists', false>,
    Reference<'orders_patient_id_fkey', 'patient_id', 'profiles', false>,
  ]
  report_addenda: [
    Reference<'report_addenda_report_id_fkey', 'report_id', 'reports', false>,
    Reference<'report_addenda_author_id_fkey', 'author_id', 'profiles', false>,
  ]
  report_heads: [
    Reference<'report_heads_report_id_fkey', 'report_id', 'reports', true>,
    Reference<'report_heads_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'report_heads_patient_id_fkey', 'patient_id', 'profiles', false>,
  ]
  report_images: [
    Reference<'report_images_report_id_fkey', 'report_id', 'reports', false>,
    Reference<'report_images_key_image_id_fkey', 'key_image_id', 'key_images', false>,
  ]
  report_phrases: [
    Reference<'report_phrases_template_id_fkey', 'template_id', 'report_templates', false>,
    Reference<'report_phrases_owner_id_fkey', 'owner_id', 'profiles', false>,
  ]
  reports: [
    Reference<'reports_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'reports_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'reports_author_id_fkey', 'author_id', 'profiles', false>,
    Reference<'reports_template_id_fkey', 'template_id', 'report_templates', false>,
    Reference<'reports_annulled_by_fkey', 'annulled_by', 'profiles', false>,
    Reference<'reports_replaces_fkey', 'replaces', 'reports', false>,
  ]
  studies: [
    Reference<'studies_patient_id_fkey', 'patient_id', 'profiles', false>,
    Reference<'studies_doctor_id_fkey', 'doctor_id', 'profiles', false>,
  ]
  study_desks: [
    Reference<'study_desks_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'study_desks_author_id_fkey', 'author_id', 'profiles', false>,
  ]
  study_marks: [
    Reference<'study_marks_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'study_marks_author_id_fkey', 'author_id', 'profiles', false>,
  ]
  study_previews: [
    Reference<'study_previews_study_id_fkey', 'study_id', 'studies', true>,
    Reference<'study_previews_made_by_fkey', 'made_by', 'profiles', false>,
  ]
  study_recipients: [
    Reference<'study_recipients_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'study_recipients_dentist_id_fkey', 'dentist_id', 'dentists', false>,
    Reference<'study_recipients_order_id_fkey', 'order_id', 'orders', false>,
    Reference<'study_recipients_ended_by_fkey', 'ended_by', 'profiles', false>,
  ]
  study_seen: [
    Reference<'study_seen_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'study_seen_person_id_fkey', 'person_id', 'profiles', false>,
    Reference<'study_seen_share_id_fkey', 'share_id', 'study_shares', false>,
  ]
  study_shares: [
    Reference<'study_shares_study_id_fkey', 'study_id', 'studies', false>,
    Reference<'study_shares_made_by_fkey', 'made_by', 'profiles', false>,
    Reference<'study_shares_revoked_by_fkey', 'revoked_by', 'profiles', false>,
  ]
  viewer_presets: [Reference<'viewer_presets_owner_id_fkey', 'owner_id', 'profiles', false>]
}

/** By function, its arguments. */
export type Args = {
  accept_study_request: { request_id: number }
  account_status: Record<never, never>
  add_closure: {
    id: string
    d_id: string
    kind: string
    first_day: Day
    last_day: Day
    opens?: Time | null
    closes?: Time | null
    label?: string | null
  }
  admin_analytics: Record<never, never>
  admin_overview: Record<never, never>
  admin_suffix: Record<never, never>
  agenda_settings: Record<never, never>
  annul_invoice: { invoice_id: string; reason: string }
  annul_report: { report_id: string; reason: string }
  answer_link_request: { request_id: string; accept: boolean }
  ask_dentist_access: { application: unknown }
  assign_arrival: {
    arrival_id: string
    patient_id: string
    doctor_id: string
    study_type: string
    cita_id?: string | null
  }
  audit_lines: {
    person?: string | null
    kind?: string | null
    day?: Day | null
    before_at?: Instant | null
    before_id?: number | null
  }
  audit_state: Record<never, never>
  begin_account_removal: { user_id: string }
  begin_doctor_removal: { user_id: string; plan: string; new_doctor?: string | null }
  begin_factor_removal: { user_id: string }
  begin_password_issue: { user_id: string }
  book_by_link: { token: string; day: Day; at: Time }
  book_cita: {
    id: string
    patient_id: string
    doctor_id: string
    day: Day
    at: Time
    study_type: string
    request_id?: number | null
    over_reason?: string | null
    mail?: boolean | null
  }
  cancel_by_link: { token: string }
  cancel_order: { order_id: string }
  cash_cut: { day: Day; doctor?: string | null }
  cita_link: { token: string }
  cita_link_slots: { token: string; from_day: Day }
  cita_token: { cita_id: string; channel: string }
  clinic_week: Record<never, never>
  close_dentist: { dentist_id: string }
  confirm_by_link: { token: string }
  confirm_cita: { cita_id: string }
  create_activation: { user_id: string }
  create_study_share: {
    study_id: string
    label: string
    days: number
    max_uses: number
    copy_path?: string | null
    share_id?: string | null
    with_report?: boolean | null
    basis?: string | null
  }
  deliver_study: { study_id: string; dentist_id: string; order_id?: string | null }
  discard_arrival: { arrival_id: string; reason: string }
  discard_report: { report_id: string }
  doctor_income: { d_id: string; day: Day }
  drop_study_preview: { study_id: string }
  end_session: { session_id: string }
  free_report_draft: { study_id: string }
  get_doctor_patients: { d_id: string }
  income_by_doctor: { from_day: Day; to_day: Day }
  installation_health: Record<never, never>
  invoice_exists: { number: string }
  is_admin_suffix: { suffix: string }
  list_arrivals: Record<never, never>
  list_dentists: Record<never, never>
  log_access: { kind: string; id?: string | null }
  machine_figures: Record<never, never>
  mail_activation: { user_id: string }
  main_admin_id: Record<never, never>
  mark_no_show: { cita_id: string }
  merge_referrers: { from_key: string; into_key: string }
  message_figures: Record<never, never>
  move_by_link: { token: string; day: Day; at: Time }
  move_cita: {
    cita_id: string
    day: Day
    at: Time
    doctor_id?: string | null
    over_reason?: string | null
    mail?: boolean | null
  }
  my_access_log: { page?: number | null }
  my_cita_link: { cita_id: string }
  my_link_requests: Record<never, never>
  my_orders: {
    words?: string | null
    state?: string | null
    month?: Day | null
    skip?: number | null
    most?: number | null
    sending?: string | null
  }
  my_report: { study_id: string }
  my_sessions: Record<never, never>
  no_shows: { from_day: Day; to_day: Day }
  note_opened: { message_id: string; undo?: boolean | null }
  note_seen: { study_id: string; what: string }
  open_orders: { patient_id: string; study_type: string }
  open_slots: { d_id: string; from_day: Day; days: number }
  order_link: { order_id: string }
  patient_history: { p_id: string; page?: number | null }
  patient_paid: { p_id: string }
  practice_of_code: { code: string }
  prepare_account: { details: unknown }
  prepare_reminders: { day: Day; doctor: string }
  put_study_preview: { study_id: string; preview: unknown }
  queue_message: { kind: string; cita_id: string }
  quick_search: { term: string }
  referrer_merges: Record<never, never>
  referrer_suggestions: Record<never, never>
  referring_doctors: { term: string; sort_by: string; descending: boolean; page: number; page_size: number }
  reject_dentist: { application_id: string }
  release_report: { report_id: string }
  reminders: { day: Day; doctor: string }
  remove_closure: { id: string }
  renew_study_share: { share_id: string }
  request_by_code: { code: string; request: unknown; consent: boolean }
  request_patient: { request_id: number }
  request_receipt: { submission_id: string }
  retry_message: { id: string }
  revoke_cita_link: { link_id: string }
  revoke_study_share: { share_id: string }
  save_addendum: { report_id: string; kind: string; text: string; addendum_id?: string | null }
  save_report: { report_id: string; version: number; changes: unknown }
  search_citas: { term: string }
  search_doctor_patients: { d_id: string; term: string }
  search_invoices: { term: string }
  search_patients: { term: string }
  search_profiles: { term: string }
  search_studies: { term: string }
  search_study_requests: { term: string }
  see_order: { order_id: string }
  send_choice: { request_id: number; doctor_id: string; channel: string }
  send_order: { sending: unknown }
  service_history: { service: string; page?: number | null }
  set_agenda_settings: { changes: unknown }
  set_arrival_delivery: { automatic: boolean }
  set_hours: { d_id: string; week: unknown }
  set_machine: { machine: unknown }
  set_reminders: { patient_id: string; on: boolean }
  set_sharing: { dentist_id: string; study_id: string; shared: boolean }
  set_sharing_by_link: { token: string; shared: boolean }
  settle_messages: { key: string; outcomes: unknown }
  sign_addendum: { addendum_id: string }
  sign_report: { report_id: string; version: number; hold_days?: number | null; hold_reason?: string | null }
  similar_patients: { full_name: string; email: string; phone: string }
  start_report: { id: string; study_id: string; template_id: string }
  station_arrived: { key: string; arrival: unknown }
  station_heard: { key: string; aet: string; address: string; known: boolean }
  station_machines: { key: string; listening?: unknown | null }
  station_tested: { key: string; aet: string; answered: boolean }
  station_upload: { key: string; arrival: unknown }
  station_worklist: { key: string; filter: unknown }
  stop_reminders: { token: string; stop?: boolean | null }
  studies_without_preview: { after?: string | null; most?: number | null; volumes?: boolean | null }
  suggest_referring_doctors: { term: string }
  system_income: { day: Day }
  take_messages: { key: string }
  taken_slots: { d_id: string; day: Day }
  tell_absence: { token: string }
  test_machine: { machine_id: string }
  track_request: { folio: string; code: string }
  undo_no_show: { cita_id: string }
  undo_referrer_merge: { merge_id: string }
  verify_audit: { after?: number | null; most?: number | null }
  verify_receipt: { token: string }
  verify_report: { token: string }
  who_receives: Record<never, never>
}

/** By function, its answer. */
export type Returns = {
  accept_study_request: unknown
  account_status: unknown
  add_closure: unknown
  admin_analytics: unknown
  admin_overview: unknown
  admin_suffix: string
  agenda_settings: unknown
  annul_invoice: Rows['invoices']
  annul_report: unknown
  answer_link_request: undefined
  ask_dentist_access: undefined
  assign_arrival: unknown
  audit_lines: unknown
  audit_state: unknown
  begin_account_removal: unknown
  begin_doctor_removal: unknown
  begin_factor_removal: unknown
  begin_password_issue: unknown
  book_by_link: unknown
  book_cita: Rows['citas']
  cancel_by_link: unknown
  cancel_order: undefined
  cash_cut: unknown
  cita_link: unknown
  cita_link_slots: unknown
  cita_token: unknown
  clinic_week: unknown
  close_dentist: undefined
  confirm_by_link: unknown
  confirm_cita: Rows['citas']
  create_activation: unknown
  create_study_share: unknown
  deliver_study: undefined
  discard_arrival: undefined
  discard_report: undefined
  doctor_income: unknown
  drop_study_preview: undefined
  end_session: undefined
  free_report_draft: undefined
  get_doctor_patients: { id: string; full_name: string; email: string; phone: string; age: number }[]
  income_by_doctor: { doctor_id: string; name: string; total: number; count: number }[]
  installation_health: unknown
  invoice_exists: boolean
  is_admin_suffix: boolean
  list_arrivals: unknown
  list_dentists: { id: string; full_name: string; practice: string; active: boolean }[]
  log_access: undefined
  machine_figures: unknown
  mail_activation: unknown
  main_admin_id: string
  mark_no_show: Rows['citas']
  merge_referrers: string
  message_figures: unknown
  move_by_link: unknown
  move_cita: Rows['citas']
  my_access_log: unknown
  my_cita_link: string
  my_link_requests: { id: string; doctor_name: string; doctor_specialty: string; expires_at: Instant }[]
  my_orders: unknown
  my_report: unknown
  my_sessions: {
    id: string
    created_at: Instant
    last_seen_at: Instant
    user_agent: string
    is_current: boolean
  }[]
  no_shows: unknown
  note_opened: Rows['messages']
  note_seen: undefined
  open_orders: unknown
  open_slots: { day: Day; at: Time; taken: boolean }[]
  order_link: unknown
  patient_history: unknown
  patient_paid: number
  practice_of_code: unknown
  prepare_account: unknown
  prepare_reminders: unknown
  put_study_preview: unknown
  queue_message: Rows['messages']
  quick_search: { kind: string; id: string; title: string; detail: string }[]
  referrer_merges: {
    id: string
    from_key: string
    from_name: string
    into_key: string
    into_name: string
    merged_at: Instant
  }[]
  referrer_suggestions: {
    from_key: string
    from_name: string
    into_key: string
    into_name: string
    similarity: number
  }[]
  referring_doctors: unknown
  reject_dentist: undefined
  release_report: unknown
  reminders: unknown
  remove_closure: unknown
  renew_study_share: unknown
  request_by_code: unknown
  request_patient: unknown
  request_receipt: unknown
  retry_message: Rows['messages']
  revoke_cita_link: undefined
  revoke_study_share: undefined
  save_addendum: unknown
  save_report: unknown
  search_citas: Rows['citas'][]
  search_doctor_patients: { id: string; full_name: string; email: string; phone: string; age: number }[]
  search_invoices: Rows['invoices'][]
  search_patients: Rows['profiles'][]
  search_profiles: Rows['profiles'][]
  search_studies: Rows['studies'][]
  search_study_requests: Rows['study_requests'][]
  see_order: undefined
  send_choice: unknown
  send_order: unknown
  service_history: unknown
  set_agenda_settings: unknown
  set_arrival_delivery: undefined
  set_hours: unknown
  set_machine: Rows['machines']
  set_reminders: undefined
  set_sharing: undefined
  set_sharing_by_link: unknown
  settle_messages: unknown
  sign_addendum: unknown
  sign_report: unknown
  similar_patients: { id: string; full_name: string; email: string; phone: string; why: string }[]
  start_report: unknown
  station_arrived: unknown
  station_heard: unknown
  station_machines: unknown
  station_tested: unknown
  station_upload: unknown
  station_worklist: unknown
  stop_reminders: unknown
  studies_without_preview: unknown
  suggest_referring_doctors: string[]
  system_income: unknown
  take_messages: unknown
  taken_slots: { appointment_time: Time }[]
  tell_absence: unknown
  test_machine: Rows['machines']
  track_request: unknown
  undo_no_show: Rows['citas']
  undo_referrer_merge: undefined
  verify_audit: unknown
  verify_receipt: unknown
  verify_report: unknown
  who_receives: unknown
}
