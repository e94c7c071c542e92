import { inFunction, type Mutants, replaceIn } from './break.ts'

const give = 'private.give_activation(uuid,uuid)'
const why = 'private.activation_problem(uuid,timestamp with time zone)'
const create = 'public.create_activation(uuid)'
const claim = 'public.claim_activation(text,text,jsonb)'
const end = 'private.end_activation()'

/** Links by which an account is activated. */
export const ofActivations: Mutants = {
  'activation: for accounts of others': replaceIn(
    'private.account_to_issue(uuid)',
    'and private.is_linked(known.id)',
    '',
  ),
  'activation: after the password was chosen': replaceIn(
    'private.can_activate(uuid)',
    `if problem = 'elegida' then`,
    'if false then',
  ),
  ...inFunction(give, {
    'activation: outlives the temporary password': [
      `least(now() + interval '72 hours', s.temp_expires_at)`,
      `now() + interval '72 hours'`,
    ],
    'activation: the old link stays': ['set token_hash = excluded.token_hash,', 'set'],
    'activation: the new link comes without a word': ['replaced := exists (', 'replaced := not exists ('],
  }),
  'activation: with a temporary password of an hour': replaceIn(
    why,
    `interval '24 hours'`,
    `interval '1 hour'`,
  ),
  'activation: links without end': replaceIn(create, `'create_activation', 60`, `'create_activation', 600`),
  'activation: unseen by the trail': replaceIn(
    'private.audit_activation(text,uuid,text,uuid)',
    'where p.id = audit_activation.account',
    `where audit_activation.act <> 'create' and p.id = audit_activation.account`,
  ),
  'password_due: to every doctor': replaceIn(
    'private.has_password_due(uuid)',
    'or not (private.is_admin() or private.is_linked(person))',
    '',
  ),
  ...inFunction(claim, {
    'claim: any e-mail': 'and p.email = lower(btrim(left(claim_activation.email, 400)))',
    'claim: wrong e-mails without end': 'or link.wrong >= 5',
    'claim: a used link': ['link.used_at is not null', 'false'],
    'claim: for ever': 'or link.expires_at <= now()',
    'claim: two at once': ['if link.claimed_until > now() then', 'if false then'],
    'claim: without its own limit': [`'claim_activation', 20`, `'claim_activation', 2000`],
  }),
  'claim: outlives its link': replaceIn('private.give_activation(uuid,uuid)', 'claimed_until = null,', ''),
  'claim: never released': replaceIn(
    'public.release_activation(text)',
    'set claimed_until = null',
    'set wrong = a.wrong',
  ),
  ...inFunction(end, {
    'activate: sessions go on': 'delete from auth.sessions s where s.user_id = new.user_id;',
    'activate: a chosen password leaves the link': ['(old.must_change and not new.must_change)\n', 'false\n'],
    'activate: a closed account keeps the link': 'or (new.closed_at is not null and old.closed_at is null)',
    'activate: a temporary password in between': [
      'is distinct from old.issuing and claimed then',
      'is distinct from old.issuing and false then',
    ],
  }),
}

const mail = 'public.mail_activation(uuid)'
const problem = 'private.message_problem(public.messages,timestamp with time zone)'
const words = 'private.message_words(public.messages,timestamp with time zone)'
const take = 'private.take_messages(integer,timestamp with time zone)'

/** The same link by mail. */
export const ofActivationMail: Mutants = {
  ...inFunction(mail, {
    'by mail: without a mail server': ['if not private.has_mail() then', 'if false then'],
    'by mail: before another password is due': ['if not lasts then', 'if false then'],
    'by mail: a chosen password unasked': ['private.can_activate(known.id)', 'true'],
    'by mail: twice for a double press': ['if found then', 'if false then'],
    'by mail: never again once sent': [`w.state = 'pendiente'`, `w.state in ('pendiente', 'enviado')`],
    'by mail: without end': ['if 6 <=', 'if 600 <='],
    'by mail: without a limit of its own': [`'mail_activation', 60`, `'mail_activation', 600`],
    'by mail: six of all accounts': ['where m.patient_id = known.id and', 'where'],
  }),
  ...inFunction(words, {
    'by mail: nobody asked': [
      'private.give_activation(message.patient_id, message.sent_by)',
      'private.give_activation(message.patient_id, null)',
    ],
    'by mail: until another hour': [
      `to_char(valid_until, 'HH24:MI')`,
      `to_char(valid_until + interval '1 hour', 'HH24:MI')`,
    ],
  }),
  ...inFunction(problem, {
    'by mail: its own link stands against it': 'and a.mail_id is distinct from message.id',
    'by mail: ends a link that was made after it': ['a.created_at > message.due_at', 'false'],
    'by mail: although none is due': [
      'coalesce(private.activation_problem(patient.id, at), ',
      'coalesce(null, ',
    ],
  }),
  'by mail: without a link': replaceIn(take, `words ->> 'token' is null`, 'false'),
  'by mail: a password that is being issued': replaceIn(why, 'state.issuing is not null or', ''),
  'by mail: lines in the record of who is no patient': replaceIn(
    'private.audit_message()',
    `and p.role in ('patient', 'paciente')`,
    '',
  ),
  'by mail: stuck unseen': replaceIn(
    'private.mail_state(timestamp with time zone)',
    `m.kind <> 'resultado'`,
    `m.kind not in ('resultado', 'activacion')`,
  ),
}
