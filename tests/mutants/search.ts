import { alwaysAnswers, inFunction, type Mutants, replaceIn } from './break.ts'

const passesPolicies = (signature: string) => `alter function public.${signature} security definer`

export const ofSearch: Mutants = {
  'search_citas: of everybody': passesPolicies('search_citas(text)'),
  'search_studies: of everybody': passesPolicies('search_studies(text)'),
  'search_invoices: of everybody': passesPolicies('search_invoices(text)'),
  'search_study_requests: of everybody': passesPolicies('search_study_requests(text)'),
  'search: wildcards of the caller': `create or replace function private.like_pattern(term text) returns text
    language sql immutable parallel safe set search_path = '' return '%' || term || '%'`,
  'search_citas: the written name of a linked patient': replaceIn(
    'private.citas_few(text)',
    'c.patient_id is null and ',
    '',
  ),
  'searches: nobody by name': alwaysAnswers('private.few_people(text)', 'array[]::uuid[]'),
  'search_studies: by no file': replaceIn(
    'private.studies_few(text)',
    'private.has_all(s.file_name, patterns)',
    'false',
  ),
}

export const ofSearchWords: Mutants = {
  'searches: one word of a term': replaceIn('private.search_words(text)', 'limit 6', 'limit 1'),
  'searches: three words of a term': replaceIn(
    'private.has_all(text,text[])',
    'cardinality(patterns) <= 3',
    'true',
  ),
  'search_doctor_patients: anybody by several words': replaceIn(
    'public.search_doctor_patients(uuid,text)',
    'l.doctor_id = d_id',
    '(l.doctor_id = d_id or cardinality(patterns) > 1)',
  ),
  'suggest_referring_doctors: by the longest word': replaceIn(
    'public.suggest_referring_doctors(text)',
    `patterns[2:] = '{}'`,
    'true',
  ),
}

export const ofPeopleSearch: Mutants = {
  ...inFunction('public.search_doctor_patients(uuid,text)', {
    'search_doctor_patients: of any doctor': [
      'd_id = private.active_uid() and private.is_doctor()',
      'private.is_doctor()',
    ],
    'search_doctor_patients: closed ones': 'and p.id not in (select private.closed_accounts())',
    'search_doctor_patients: of everybody': ['l.doctor_id = d_id', 'true'],
  }),
  'search_patients: of everybody': passesPolicies('search_patients(text)'),
  'search_profiles: for every doctor': replaceIn(
    'private.require_admin()',
    'private.is_admin()',
    'private.is_doctor()',
  ),
  'search_profiles: closed ones': passesPolicies('search_profiles(text)'),
  'search_profiles: by no role': replaceIn('private.profiles_found(text)', 'or p.role = any (roles)', ''),
  'quick_search: of everybody': passesPolicies('quick_search(text)'),
  'quick_search: after one letter': replaceIn('public.quick_search(text)', '>= 2', '>= 1'),
  'similar_patients: of everybody': `alter function public.similar_patients(text, text, text) security definer;
    ${replaceIn('private.similar_found(text,text,text)', 'private.is_admin()', 'true')}`,
}

export const ofHistory: Mutants = {
  'patient_history: of everybody': passesPolicies('patient_history(uuid, integer)'),
  'patient_history: any page': replaceIn('private.page_start(integer)', 'page is null or', 'false and'),
}
