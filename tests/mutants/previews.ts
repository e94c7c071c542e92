import { addPolicy, alterPolicy, dropConstraint, inFunction, type Mutants, replaceIn } from './break.ts'

const table = 'public.study_previews'
const put = 'public.put_study_preview(uuid,jsonb)'
const drop = 'public.drop_study_preview(uuid)'
const missing = 'public.studies_without_preview(uuid,integer,boolean)'

const without = (constraint: string) => dropConstraint(table, `study_previews_${constraint}`)

/** What is made from a study's file: who reads it, who stores it, and what it may name. */
export const ofPreviews: Mutants = {
  'previews: everybody reads': addPolicy(table, 'select'),
  'previews: only their maker reads': alterPolicy(
    table,
    'who reads a study reads its preview',
    'using (made_by = (select private.active_uid()))',
  ),
  'previews: stored by hand': `grant insert on ${table} to authenticated`,
  'previews: changed by hand': `grant update on ${table} to authenticated`,
  'previews: deleted by hand': `grant delete on ${table} to authenticated`,
  'previews: any state': without('state_known'),
  'previews: any kind': without('kind_known'),
  'previews: any reason': without('reason_fits'),
  'previews: half of one is ready': without('ready_is_whole'),
  'previews: pictures of nothing': without('nothing_names_nothing'),
  'previews: any small picture': without('thumb_fits'),
  'previews: any large picture': without('cover_fits'),
  'previews: any colour': without('tint_fits'),
  'previews: any sheets': without('sheets_fit'),
  'previews: any index': without('index_is_beside'),
  'previews: any parts': without('parts_fit'),
  'previews: any facts': without('facts_fit'),
  'previews: no maker': without('maker_fits'),
  ...inFunction(put, {
    'put_study_preview: without a session': ['private.active_uid()', 'auth.uid()'],
    'put_study_preview: of any study': [
      'if not private.may_read_study(',
      'if false and not private.may_read_study(',
    ],
    'put_study_preview: by patients and authors without the patient': [
      'if not (private.is_linked(study.patient_id) or private.is_admin()) then',
      'if false then',
    ],
    'put_study_preview: by no administrator': ' or private.is_admin()',
    'put_study_preview: as fast as one likes': `perform private.hit('put_study_preview', 600, interval '1 hour', caller::text);`,
    'put_study_preview: of another file': ' or made.source is distinct from study.file_url',
    'put_study_preview: over a ready one': [`stored.state = 'ready' and`, 'false and'],
    'put_study_preview: whoever made the ready one': ' and stored.maker = made.maker',
    'put_study_preview: files of anybody': ['o.owner_id = caller::text or', 'true or'],
    'put_study_preview: own files only': ' or wanted.path = any (private.preview_files(stored))',
    'put_study_preview: a small picture of any size': [
      'when made.thumb_path then 60',
      'when made.thumb_path then 61',
    ],
    'put_study_preview: a large picture of any size': [
      'when made.cover_path then 400',
      'when made.cover_path then 401',
    ],
    'put_study_preview: an index of any size': [
      'when made.index_path then 400',
      'when made.index_path then 401',
    ],
    'put_study_preview: sheets of any size together': ['> 2560 * 1024', '> 2561 * 1024'],
    'put_study_preview: as large as it says': ['made.file_bytes := (', 'perform ('],
    'put_study_preview: by whom it says': 'made.made_by := caller;',
  }),
  ...inFunction(drop, {
    'drop_study_preview: of any study': [
      'if not private.may_read_study(',
      'if false and not private.may_read_study(',
    ],
    'drop_study_preview: by whoever reads': ['if not private.is_admin() and not (', 'if false and ('],
    'drop_study_preview: by whoever is linked': ' and s.doctor_id = caller',
    'drop_study_preview: of every study': [
      'delete from public.study_previews p where p.study_id = drop_study_preview.study_id',
      'delete from public.study_previews',
    ],
  }),
  ...inFunction(missing, {
    'studies_without_preview: for everybody': 'perform private.require_admin();',
    'studies_without_preview: of every maker': ['p.maker = private.preview_maker() and not', 'not'],
    'studies_without_preview: links too': [`s.file_url !~* '^https://' and (after`, '(after'],
    'studies_without_preview: never the volumes': ['(volumes and p.state', '(false and p.state'],
    'studies_without_preview: from the beginning': ['s.id > after', 'true'],
    'studies_without_preview: all at once': 'limit least(greatest(coalesce(most, 100), 1), 100)',
  }),
  'previews: another maker than the browser': replaceIn('private.preview_maker()', '1', '2'),
}
