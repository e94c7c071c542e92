import { disableTrigger, type Mutants, replaceIn } from './break.ts'

const accept = 'public.accept_study_request(bigint)'
const answer = 'public.answer_link_request(uuid,boolean)'
const mine = 'public.my_link_requests()'
const ask = 'private.ask_link(uuid,uuid)'

export const ofLinkRequests: Mutants = {
  'accepting: links without the name': replaceIn(
    accept,
    'private.name_key(known.full_name) = private.name_key(request.patient_name)',
    'true',
  ),
  'accepting: links and asks': replaceIn(
    accept,
    'perform private.ask_link(caller, known.id);',
    'perform private.ask_link(caller, known.id); perform private.link(caller, known.id);',
  ),
  'accepting: asks nobody': replaceIn(accept, 'perform private.ask_link(caller, known.id);', ''),
  'accepting: asks of a linked patient': replaceIn(
    accept,
    'elsif not private.is_linked(known.id) then',
    'else',
  ),
  'questions: of everybody': replaceIn(mine, 'r.patient_id = caller and', ''),
  'questions: not only of patients': replaceIn(mine, `and p.role in ('patient', 'paciente')`, ''),
  'questions: for accounts that may do nothing': replaceIn(mine, 'private.active_uid()', 'auth.uid()'),
  'questions: answered ones': replaceIn(mine, 'and r.answered_at is null', ''),
  'questions: old ones': replaceIn(mine, 'and r.expires_at > now()', ''),
  'questions: of closed accounts': replaceIn(mine, 'and d.id not in (select private.closed_accounts())', ''),
  'questions: of former doctors': replaceIn(mine, `and d.role = 'doctor'`, ''),
  'answers: to anybody’s question': replaceIn(answer, 'and r.patient_id = caller', ''),
  'answers: to a question that is over': replaceIn(
    answer,
    'not exists (select from public.my_link_requests() m where m.id = asked.id)',
    'false',
  ),
  'answers: rejecting links': replaceIn(answer, 'if accept then', 'if true then'),
  'answers: accepting links nobody': replaceIn(answer, 'perform private.link(asked.doctor_id, caller);', ''),
  'answers: not in the trail': disableTrigger('private.link_requests', 'link_requests_z_audit'),
  'asking: without a limit': replaceIn(ask, `'link_request', 30,`, `'link_request', 30000,`),
  'link requests: one that ran out is not asked again': replaceIn(
    ask,
    'where r.expires_at <= now()',
    'where false',
  ),
  'link requests: an open one is asked again': replaceIn(ask, 'where r.expires_at <= now()', ''),
}
