import { addPolicy, alterPolicy, dropConstraint, inFunction, type Mutants, replaceIn } from './break.ts'

const services = 'public.services'
const requests = 'public.study_requests'
const objects = 'storage.objects'

export const ofServices: Mutants = {
  ...inFunction('private.keep_service_history()', {
    'services: the preparation has no history': [
      'new.requestable, new.preparation, auth.uid()',
      'new.requestable, null, auth.uid()',
    ],
    'services: a history of nobody': ['auth.uid()', 'null'],
    'services: a history of nothing': [`tg_op = 'INSERT' or new is distinct from old`, 'true'],
  }),
  'services: the insert is anonymous': `grant insert on ${services} to anon`,
  'services: no id of one’s own': `revoke insert (id) on ${services} from authenticated`,
  'services: everybody deletes': `grant delete on ${services} to authenticated; ${addPolicy(services, 'delete')}`,
  'services: no price is granted': `revoke update (price) on ${services} from authenticated`,
  'services: one with a history is deleted': dropConstraint(
    'private.service_history',
    'service_history_service_id_fkey',
  ),
  'services: any price': dropConstraint(services, 'services_price_fits'),
  'services: without a name': dropConstraint(services, 'services_name_fits'),
  'services: two of one name': dropConstraint(services, 'services_name_key'),
}

const answer = 'doctors answer pending requests, admins edit all'
const read = 'doctors read every request, people those made with their e-mail'

export const ofRequests: Mutants = {
  'requests: the e-mail of the token reads': alterPolicy(
    requests,
    read,
    'using ((select private.is_doctor()) or patient_email = (select auth.email()))',
  ),
  'requests: anonymous reads': `grant select on ${requests} to anon; ${addPolicy(requests, 'select')}`,
  'requests: the read is granted to anonymous': `grant select on ${requests} to anon`,
  'requests: people answer their own': alterPolicy(
    requests,
    answer,
    `using ((select private.is_admin()) or (status = 'pendiente'
       and ((select private.is_doctor()) or patient_email = (select private.my_email())))) with check (true)`,
  ),
  'requests: the id is granted': `grant insert (id) on ${requests} to anon`,
  'requests: created_at is granted': `grant update (created_at) on ${requests} to authenticated`,
  'requests: the day is granted': `grant update (tentative_date) on ${requests} to authenticated`,
  ...inFunction('private.check_new_study_request()', {
    'requests: for any day': ['new.tentative_date < private.clinic_today() - 1', 'false'],
    'requests: for today on': ['private.clinic_today() - 1', 'private.clinic_today()'],
    'requests: of any study': 'and s.active and s.requestable',
    'requests: of a retired study': 's.active and',
    'requests: of what is only sold': ['s.active and s.requestable', 's.active'],
    'requests: the visitor’s clock': [
      'case when new.privacy_version is not null then now() end',
      'new.privacy_accepted_at',
    ],
  }),
  'requests: without a name': dropConstraint(requests, 'study_requests_name_fits'),
  'requests: a broken e-mail': dropConstraint(requests, 'study_requests_email_fits'),
  'requests: without a phone': dropConstraint(requests, 'study_requests_phone_fits'),
  'requests: any age': dropConstraint(requests, 'study_requests_age_fits'),
  'requests: endless notes': dropConstraint(requests, 'study_requests_notes_fits'),
  'requests: an endless doctor': dropConstraint(requests, 'study_requests_doctor_fits'),
  'requests: an endless notice': dropConstraint(requests, 'study_requests_privacy_version_fits'),
}

const filesRead = "study files: own folder, own patients' folders, admins all"
const filesAdd = 'study files: doctors upload for their patients, admins any'
const copiesAdd = 'copies without identity: doctors upload'
const filesReplace = 'study files: own uploads that no study needs may be replaced'
const filesDelete = 'study files: own uploads that no study needs may be deleted'
const folder = '(storage.foldername(name))[1]'
const patients = '(select p::text from private.my_patients() as p)'
const me = '(select private.active_uid())::text'
const free = 'and not private.is_study_file(name)'

export const ofStorage: Mutants = {
  'files: any session reads its folder': alterPolicy(
    objects,
    filesRead,
    `using (bucket_id = 'study_files' and (${folder} = auth.uid()::text or ${folder} in ${patients}
       or (select private.is_admin())) and not private.is_archived_file(name))`,
  ),
  'files: patients upload': alterPolicy(
    objects,
    filesAdd,
    `with check (bucket_id = 'study_files' and (${folder} = ${me} or ${folder} in ${patients}
       or (select private.is_admin())) and not private.is_archived_file(name))`,
  ),
  'copies: under any name': alterPolicy(
    objects,
    copiesAdd,
    `with check (bucket_id = 'study_files' and ${folder} = 'copias' and (select private.is_doctor())
       and not private.is_archived_file(name))`,
  ),
  'files: linked doctors replace': alterPolicy(
    objects,
    filesReplace,
    `using (bucket_id = 'study_files' and (${folder} in ${patients} or (select private.is_admin())) ${free})`,
  ),
  'files: linked doctors delete': alterPolicy(
    objects,
    filesDelete,
    `using (bucket_id = 'study_files' and (${folder} in ${patients} or (select private.is_admin())) ${free})`,
  ),
  'files: no study names any': `create or replace function private.is_study_file(path text) returns boolean
    language sql stable security definer set search_path = '' return false`,
  'files: only present studies name them': `create or replace function private.is_study_file(path text) returns boolean
    language sql stable security definer set search_path = ''
    return exists (select from public.studies s where s.file_url = path)`,
  'files: a restored study keeps its file hidden': `create or replace function private.is_archived_file(path text)
    returns boolean language sql stable security definer set search_path = ''
    return exists (select from private.deleted_studies d where d.file_path = path)`,
  'files: what was made from a deleted study': replaceIn(
    'private.is_archived_file(text)',
    'private.is_archived_preview(path)',
    'false',
  ),
  ...inFunction('private.is_study_file(text)', {
    'files: what was made from a deleted study may be deleted': [
      'private.is_archived_preview(path)',
      'false',
    ],
    'files: what a preview names may be deleted': ['private.preview_files(p.*)', `'{}'::text[]`],
  }),
  'files: a restored study stays without pictures': replaceIn(
    'private.is_archived_preview(text)',
    's.file_url = d.file_path',
    'false',
  ),
  ...inFunction('private.is_preview_file(text)', {
    'files: small pictures in the folder of all': ['^[^/]+/.+/(', '^[^/]+/(.+/)?('],
    'files: only some of what was made': ['previa-[1-4]', 'previa-[1-3]'],
    'files: an index is not made': ['|indice', '|otro'],
  }),
  ...inFunction('private.photos_left()', {
    'photos: deleted ones do not count': [`l.subject = 'profile_photos'`, 'false'],
    'photos: those of a storage service of its own do not count': [`o.bucket_id = 'profile_photos'`, 'false'],
    'photos: those that are there count for ever': 'and o.created_at > since',
    'photos: those of others count': 'l.actor = caller and',
    'photos: for ever': ['l.at > since', 'true'],
  }),
  'photos: administrators replace anybody’s': alterPolicy(
    objects,
    'profile photos: everyone replaces their own',
    `using (bucket_id = 'profile_photos' and (${folder} = ${me} or (select private.is_admin())))`,
  ),
  'photos: moved anywhere': alterPolicy(
    objects,
    'profile photos: everyone replaces their own',
    `with check (${folder} = ${me})`,
  ),
  'photos: administrators delete anybody’s': alterPolicy(
    objects,
    'profile photos: everyone deletes their own',
    `using (bucket_id = 'profile_photos' and (${folder} = ${me} or (select private.is_admin())))`,
  ),
  'buckets: everybody reads': addPolicy('storage.buckets', 'select'),
  'buckets: everybody makes one': addPolicy('storage.buckets', 'insert'),
  'buckets: studies are public': `update storage.buckets set public = true where id = 'study_files'`,
  'buckets: photos of any kind': `update storage.buckets set allowed_mime_types = null where id = 'profile_photos'`,
  'buckets: photos of any size': `update storage.buckets set file_size_limit = null where id = 'profile_photos'`,
}
