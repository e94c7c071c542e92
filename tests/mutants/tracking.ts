import { inFunction, type Mutants, replaceIn } from './break.ts'

const track = 'public.track_request(text,text)'
const code = 'private.tracking_code(bigint,uuid)'
const count = 'private.count_wrong_code(text,text,timestamp with time zone,integer)'
const receipt = 'public.request_receipt(uuid)'

/** Folio and code of a request. */
export const ofTracking: Mutants = {
  ...inFunction(track, {
    'track_request: no lock of an address': ['t.wrong >= 5 and', 'false and'],
    'track_request: one more try': ['t.wrong >= 5 and', 't.wrong >= 6 and'],
    'track_request: one address locks all': 't.client = address and',
    'track_request: the lock never ends': 'and t.last_at > lock_start',
    'track_request: the right code opens a locked folio': [
      `where t.folio = wanted\n    and (`,
      `where t.folio = wanted and not exists (select from public.study_requests r where r.id::text = wanted and private.tracking_code(r.id, r.submission_id) = typed)\n    and (`,
    ],
    'track_request: an invented folio is not counted': [
      'perform private.count_wrong_code(wanted, address, lock_start, 5);',
      'if request.id is not null then perform private.count_wrong_code(wanted, address, lock_start, 5); end if;',
    ],
    'track_request: an invented folio is not counted for all': [
      `perform private.count_wrong_code(wanted, '*'`,
      `perform private.count_wrong_code(case when request.id is null then 'x' else wanted end, '*'`,
    ],
    'track_request: no lock of the day': ['t.wrong >= 50', 'false'],
    'track_request: the lock of the day stays': 'and t.last_at >= midnight',
    'track_request: without its own limit': `perform private.hit('track_request', 40, interval '10 minutes');`,
    'track_request: any code': ['is distinct from typed or', 'is null or'],
    'track_request: a cancelled appointment counts': `and c.status not in ('cancelada', 'no_asistio')`,
    'track_request: addresses are kept': [`interval '1 day'\n      limit`, `interval '9 years'\n      limit`],
  }),
  'track_request: the lock is not told': replaceIn(count, 'if wrong_now = most then', 'if false then'),
  'tracking_code: patients read it': replaceIn(
    'public.tracking_code(public.study_requests)',
    'case when private.is_doctor() then',
    'case when true then',
  ),
  ...inFunction(code, {
    'tracking_code: without the key': `private.setting('tracking_key', null), `,
    'tracking_code: without the submission': [', request_id, submission_id)', ', request_id)'],
  }),
  ...inFunction(receipt, {
    'request_receipt: of any age': `and r.created_at > now() - interval '24 hours'`,
    'request_receipt: without a limit': [`'request_receipt', 30`, `'request_receipt', 3000`],
  }),
}
