import {
  addPolicy,
  alterPolicy,
  disableTrigger,
  dropPolicy,
  inFunction,
  type Mutants,
  noRowSecurity,
  replaceIn,
} from './break.ts'

const nothingCounts = `create or replace function private.hit(bucket text, max_hits integer, window_length interval,
  client text default null) returns void language plpgsql volatile security definer set search_path = ''
  as $$ begin end $$`

/** Functions that the API calls. */
export const ofFunctions: Mutants = {
  'get_doctor_patients: of any doctor': replaceFrom(
    'get_doctor_patients(d_id uuid) returns table (id uuid, full_name text, email text, phone text, age integer)',
    `select p.id, p.full_name, p.email, p.phone, p.age from private.doctor_patients l
       join public.profiles p on p.id = l.patient_id
     where l.doctor_id = d_id and (select private.is_doctor())
       and p.id not in (select private.closed_accounts()) order by p.full_name, p.id`,
  ),
  'get_doctor_patients: closed ones': replaceFrom(
    'get_doctor_patients(d_id uuid) returns table (id uuid, full_name text, email text, phone text, age integer)',
    `select p.id, p.full_name, p.email, p.phone, p.age from private.doctor_patients l
       join public.profiles p on p.id = l.patient_id
     where l.doctor_id = d_id
       and ((select private.is_admin()) or (d_id = (select private.active_uid()) and (select private.is_doctor())))
     order by p.full_name, p.id`,
  ),
  'get_doctor_patients: anonymous may call':
    'grant execute on function public.get_doctor_patients(uuid) to anon',
  'taken_slots: patients': replaceFrom(
    'taken_slots(d_id uuid, day date) returns table (appointment_time time)',
    `select c.appointment_time from public.citas c
     where c.doctor_id = d_id and c.appointment_date = day and c.status <> 'cancelada'
       and (select private.active_uid()) is not null order by 1`,
  ),
  'taken_slots: cancelled ones': replaceFrom(
    'taken_slots(d_id uuid, day date) returns table (appointment_time time)',
    `select c.appointment_time from public.citas c
     where c.doctor_id = d_id and c.appointment_date = day and (select private.is_doctor()) order by 1`,
  ),
  'doctor_income: of anybody': 'alter function public.doctor_income(uuid, date) security definer',
  'patient_paid: to anybody': 'alter function public.patient_paid(uuid) security definer',
  'patient_paid: annulled ones': replaceIn('public.patient_paid(uuid)', 'and i.annulled_at is null', ''),
  'admin_suffix: every doctor': replaceIn(
    'public.admin_suffix()',
    'private.is_admin()',
    'private.is_doctor()',
  ),
  'main_admin_id: every doctor': replaceIn(
    'public.main_admin_id()',
    'private.is_admin()',
    'private.is_doctor()',
  ),
  'is_admin_suffix: any': replaceIn(
    'public.is_admin_suffix(text)',
    'return coalesce(',
    'return true or coalesce(',
  ),
  ...inFunction('public.invoice_exists(text)', {
    'invoice_exists: whoever must change the password': [
      'if private.active_uid() is null then',
      'if private.present_uid() is null then',
    ],
    'invoice_exists: always': ['return exists', 'return true or exists'],
  }),
  ...inFunction('public.verify_receipt(text)', {
    'verify_receipt: by folio': [
      'where i.receipt_token =',
      'where i.invoice_number = verify_receipt.token or i.receipt_token =',
    ],
    'verify_receipt: by the beginning of a token': [
      'where i.receipt_token = verify_receipt.token',
      `where i.receipt_token like verify_receipt.token || '%' limit 1`,
    ],
    'verify_receipt: names the patient': [
      `'total_amount', i.total_amount`,
      `'total_amount', i.total_amount, 'patient', private.full_name_of(i.patient_id)`,
    ],
    'verify_receipt: annulled ones stand': ['when i.annulled_at is null', 'when true'],
  }),
  'verify_receipt: only who is signed in': 'revoke execute on function public.verify_receipt(text) from anon',
  ...inFunction('public.log_access(text,text)', {
    'log_access: whoever has a token': ['if private.active_uid() is null then', 'if false then'],
    'log_access: of any kind': `kind !~ '^[a-z_]{3,40}$' or`,
    'log_access: with any id': 'or char_length(log_access.id) > 100',
  }),
  ...inFunction('public.accept_study_request(bigint)', {
    'accept_study_request: patients': [
      'if not private.is_doctor() then',
      'if private.active_uid() is null then',
    ],
    'accept_study_request: answered ones': [`if request.status <> 'pendiente' then`, 'if false then'],
    'accept_study_request: doctors and closed accounts': [
      `if known.role not in ('patient', 'paciente') or known.id in (select private.closed_accounts()) then`,
      'if false then',
    ],
    'accept_study_request: closed accounts': 'or known.id in (select private.closed_accounts())',
    'accept_study_request: paciente is no patient': [
      `known.role not in ('patient', 'paciente')`,
      `known.role <> 'patient'`,
    ],
    'accept_study_request: links nobody': 'perform private.link(caller, known.id);',
    'accept_study_request: accepts nothing': `update public.study_requests r set status = 'aceptada' where r.id = request.id;`,
  }),
  ...inFunction('public.suggest_referring_doctors(text)', {
    'suggest_referring_doctors: one letter': [') < 2 then', ') < 1 then'],
    'suggest_referring_doctors: all of them': 'limit 5',
    'suggest_referring_doctors: phones and e-mails': `and r.referring_doctor !~ '[0-9@]'`,
    'suggest_referring_doctors: endless ones': 'and char_length(r.referring_doctor) <= 80',
  }),
  'suggest_referring_doctors: wildcards': `create or replace function private.like_pattern(term text) returns text
    language sql immutable parallel safe set search_path = '' return '%' || term || '%'`,
  'account_status: open': `create or replace function public.account_status() returns jsonb
    language sql stable security definer set search_path = '' return (
      select jsonb_build_object('must_change', coalesce(bool_or(s.must_change), false),
        'temp_expires_at', max(s.temp_expires_at), 'temp_expired', false, 'closed', false, 'second_factor_due', false)
      from private.account_state s where s.user_id = auth.uid())`,
}

/** A function of schema public with another SQL body. */
function replaceFrom(head: string, body: string): string {
  return `create or replace function public.${head}
    language sql stable security definer set search_path = '' as $$ ${body} $$`
}

/** A computed name that trusts the row it is given. */
const believing = (name: string, table: string, what: string) =>
  `create or replace function public.${name}(row_of public.${table}) returns text
     language sql stable set search_path = '' return private.${what}(row_of.${name === 'patient_name' ? 'patient' : 'doctor'}_id)`

export const ofNames: Mutants = {
  ...inFunction('private.check_name()', {
    'names: old ones block their rows': [`tg_op = 'UPDATE'`, 'false'],
    'names: a patient’s own cannot be booked': [`tg_table_name = 'citas'`, 'false'],
  }),
  'patient_name of a made-up cita': believing('patient_name', 'citas', 'full_name_of'),
  'doctor_name of a made-up study': believing('doctor_name', 'studies', 'full_name_of'),
  'doctor_name of a made-up note': believing('doctor_name', 'medical_notes', 'full_name_of'),
  'doctor_license of a made-up invoice': believing('doctor_license', 'invoices', 'license_of'),
  'names without a name': `create or replace function private.full_name_of(person uuid) returns text
    language sql stable security definer set search_path = '' return null`,
  'names of closed accounts are hidden': `create or replace function private.full_name_of(person uuid) returns text
    language sql stable security definer set search_path = ''
    return (select p.full_name from public.profiles p where p.id = person
      and p.id not in (select private.closed_accounts()))`,
}

export const ofInstallation: Mutants = {
  ...inFunction('public.installation_health()', {
    'installation_health: for everybody': 'perform private.require_admin();',
    'installation_health: every step is a migration': `where s.name like 'migrations/%'`,
  }),
  ...inFunction('public.service_history(uuid,integer)', {
    'service_history: for everybody': 'perform private.require_admin();',
    'service_history: of every service': 'where s.service_id = service',
    'service_history: oldest first': ['order by s.changed_at desc, s.id desc', 'order by s.changed_at, s.id'],
  }),
}

export const ofLimits: Mutants = {
  'limits: nothing counts': nothingCounts,
  'limits: requests count nothing': replaceIn(
    'private.check_new_study_request()',
    'perform private.hit(',
    'perform (',
  ),
  ...inFunction('public.is_admin_suffix(text)', {
    'limits: is_admin_suffix counts nothing': `perform private.hit('is_admin_suffix', 60, interval '1 minute');`,
    'limits: is_admin_suffix up to 600': ['60,', '600,'],
  }),
  'limits: invoice_exists counts by address': replaceIn(
    'public.invoice_exists(text)',
    `interval '1 minute', private.active_uid()::text`,
    `interval '1 minute'`,
  ),
  'limits: log_access counts nothing': replaceIn(
    'public.log_access(text,text)',
    `perform private.hit('log_access', 600, interval '10 minutes', private.active_uid()::text);`,
    '',
  ),
  ...inFunction('public.verify_receipt(text)', {
    'limits: verify_receipt counts nothing': `perform private.hit('verify_receipt', 60, interval '1 minute');`,
    'limits: verify_receipt up to 600': ['60,', '600,'],
  }),
  'limits: suggestions count nothing': replaceIn(
    'public.suggest_referring_doctors(text)',
    `perform private.hit('suggest_referring_doctors', 240, interval '1 minute');`,
    '',
  ),
  ...inFunction('private.hit(text,integer,interval,text)', {
    'limits: one more': ['current_hits > hit.max_hits', 'current_hits > hit.max_hits + 1'],
    'limits: a window that never ends': ['r.window_start <= now() - hit.window_length', 'false'],
    'limits: addresses are kept': ['if current_hits = 1 then', 'if false then'],
  }),
  'limits: one counter for all addresses': replaceClient(`'unknown'`),
}

function replaceClient(answer: string): string {
  return `create or replace function private.client_address() returns text
    language sql stable security definer set search_path = '' return ${answer}`
}

export const ofPrivate: Mutants = {
  'private is open': 'grant usage on schema private to authenticated',
  'private: the trail is read': `grant usage on schema private to authenticated; grant select on private.audit_log to authenticated;
    ${addPolicy('private.audit_log', 'select')}`,
  'private: links are written': `grant usage on schema private to authenticated;
    grant insert on private.doctor_patients to authenticated; ${addPolicy('private.doctor_patients', 'insert')}`,
  'private: settings are read by anonymous': `grant usage on schema private to anon; grant select on private.app_settings to anon;
    ${addPolicy('private.app_settings', 'select')}`,
  'private: account states without row security': noRowSecurity('private.account_state'),
  'private: a suffix that is short': `update private.app_settings set value = 'corto' where key = 'admin_suffix'`,
  'auth is open': 'grant usage on schema auth to authenticated; grant select on auth.users to authenticated',
  'tables are emptied': 'grant truncate on public.citas to authenticated',
  'numbers of requests are counted': 'grant usage on sequence public.study_requests_id_seq to anon',
  'schema public is anybody’s': 'grant create on schema public to authenticated',
}

/** The database's side of the server functions, tested through their callers. */
export const ofServerFunctions: Mutants = {
  'accept-study-request: patients': replaceIn(
    'public.accept_study_request(bigint)',
    'if not private.is_doctor() then',
    'if private.active_uid() is null then',
  ),
  'create-patient-manual: everybody': replaceIn(
    'public.prepare_account(jsonb)',
    'if not private.is_doctor() then',
    'if false then',
  ),
  'admin-delete-user: every doctor': replaceIn(
    'public.begin_account_removal(uuid)',
    'if not private.is_admin() then',
    'if not private.is_doctor() then',
  ),
  'remove-second-factor: every doctor': replaceIn(
    'public.begin_factor_removal(uuid)',
    'if not private.is_admin() then',
    'if not private.is_doctor() then',
  ),
  'issue-temporary-password: patients': replaceIn(
    'private.account_to_issue(uuid)',
    'if not private.is_doctor() then',
    'if private.active_uid() is null then',
  ),
}

/** Updates disguised as inserts. */
export const ofUpserts: Mutants = {
  'upserts: of notes': `${disableTrigger('public.medical_notes', 'medical_notes_append_only')};
    ${addPolicy('public.medical_notes', 'update')};
    grant insert (id), update on public.medical_notes to authenticated`,
  'upserts: of services by doctors': `${alterPolicy('public.services', 'admins edit services', 'using (true) with check (true)')};
    ${alterPolicy('public.services', 'admins add services', 'with check (true)')}`,
}

export const ofConcurrency: Mutants = {
  'at once: two in one slot': 'drop index public.citas_slot_key',
  'at once: one request is accepted twice': replaceIn(
    'public.accept_study_request(bigint)',
    'where r.id = request_id for update',
    'where r.id = request_id',
  ),
  'at once: numbers without a queue': replaceIn(
    'private.next_invoice_number()',
    `perform pg_advisory_xact_lock(hashtext('invoices.invoice_number'));`,
    '',
  ),
  'at once: referring doctors are merged in a circle': replaceIn(
    'public.merge_referrers(text,text)',
    `perform pg_advisory_xact_lock(hashtext('private.referrer_merges'));`,
    '',
  ),
  'at once: an invoice is stored twice': 'alter table public.invoices drop constraint invoices_pkey',
}

/** Only visible in the catalogue: no effect yet. */
export const ofCatalogue: Mutants = {
  'catalogue: a table more': 'create table public.extra (id int)',
  'catalogue: a view more': 'create view public.extra as select 1 as one',
  'catalogue: a function more': 'create function public.extra() returns int language sql return 1',
  'catalogue: an inner function more': `create function private.extra() returns int language sql set search_path = '' return 1`,
  'catalogue: a policy less': dropPolicy('public.services', 'admins add services'),
  'catalogue: a column is granted': 'grant select (note) on public.medical_notes to anon',
  'catalogue: a foreign key without an index': 'drop index private.doctor_patients_patient_id_idx',
  'catalogue: a policy that asks for every row': alterPolicy(
    'public.services',
    'admins add services',
    'with check (private.is_admin())',
  ),
  'catalogue: appointments are not sent live': 'alter publication supabase_realtime drop table public.citas',
  'catalogue: requests are not sent live': disableTrigger('public.study_requests', 'zz_realtime_capture'),
  'catalogue: profiles are sent live': 'alter publication supabase_realtime add table public.profiles',
  'catalogue: a loose search path': 'alter function private.is_doctor() reset search_path',
  'catalogue: an inner function is granted':
    'grant execute on function private.setting(text, text) to authenticated',
  'catalogue: anonymous asks for names': 'grant execute on function public.doctor_name(public.citas) to anon',
  'catalogue: a trigger is off': disableTrigger('public.citas', 'citas_link'),
}
