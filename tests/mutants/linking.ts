import { inFunction, type Mutants } from './break.ts'

const accept = 'public.accept_study_request(bigint)'
const answer = 'public.answer_link_request(uuid,boolean)'
const mine = 'public.my_link_requests()'
const ask = 'private.ask_link(uuid,uuid)'

export const ofLinkRequests: Mutants = {
  ...inFunction(accept, {
    'accepting: links without the name': [
      'private.name_key(known.full_name) = private.name_key(request.patient_name)',
      'true',
    ],
    'accepting: links and asks': [
      'perform private.ask_link(caller, known.id);',
      'perform private.ask_link(caller, known.id); perform private.link(caller, known.id);',
    ],
    'accepting: asks nobody': 'perform private.ask_link(caller, known.id);',
    'accepting: asks of a linked patient': ['elsif not private.is_linked(known.id) then', 'else'],
  }),
  ...inFunction(mine, {
    'questions: of everybody': 'r.patient_id = caller and',
    'questions: not only of patients': `and p.role in ('patient', 'paciente')`,
    'questions: for accounts that may do nothing': ['private.active_uid()', 'auth.uid()'],
    'questions: answered ones': 'and r.answered_at is null',
    'questions: old ones': 'and r.expires_at > now()',
    'questions: of closed accounts': 'and d.id not in (select private.closed_accounts())',
    'questions: of former doctors': `and d.role = 'doctor'`,
  }),
  ...inFunction(answer, {
    'answers: to anybody’s question': 'and r.patient_id = caller',
    'answers: to a question that is over': [
      'not exists (select from public.my_link_requests() m where m.id = asked.id)',
      'false',
    ],
    'answers: rejecting links': ['if accept then', 'if true then'],
    'answers: accepting links nobody': 'perform private.link(asked.doctor_id, caller);',
  }),
  ...inFunction(ask, {
    'asking: without a limit': [`'link_request', 30,`, `'link_request', 30000,`],
    'link requests: one that ran out is not asked again': ['where r.expires_at <= now()', 'where false'],
    'link requests: an open one is asked again': 'where r.expires_at <= now()',
  }),
}
