const oneFile =
  'asks about this very file: an index answers it, and only for files that passed the folder check'
const onePhoto =
  'takes a lock, so that of many uploads at once not all are the tenth; asked once, of a row that is written'
const perBucket =
  'one policy per bucket: each begins with its bucket and never lets a file of the other through'

/**
 * Findings of schema rules that we accept, by rule and subject, with the reason. The test fails when one is no longer
 * found.
 */
export const exceptions: Record<string, Record<string, string>> = {
  'exposed table without a policy that is granted all the same': {
    'storage.buckets':
      'the grants are the host’s; without a policy every row is refused (tests/policies/storage.test.ts)',
  },
  'who is asking, evaluated per row': {
    'storage.objects "copies without identity: doctors read what they uploaded" private.is_archived_file':
      oneFile,
    'storage.objects "copies without identity: doctors read what they uploaded" private.is_neutral_copy':
      'compares this very name with a pattern',
    'storage.objects "copies without identity: doctors upload" private.is_archived_file': oneFile,
    'storage.objects "copies without identity: doctors upload" private.is_neutral_copy':
      'compares this very name with a pattern',
    'storage.objects "study files: doctors upload for their patients, admins any" private.is_archived_file':
      oneFile,
    'storage.objects "study files: own folder, own patients\' folders, admins all" private.is_archived_file':
      oneFile,
    'storage.objects "key images: in the own folder those of a delivered report" private.is_key_image_file':
      'compares this very name with a pattern',
    'storage.objects "study files: dentists add key images to studies they receive" private.is_key_image_file':
      'compares this very name with a pattern',
    'storage.objects "study files: own uploads that no study needs may be deleted" private.is_study_file':
      oneFile,
    'storage.objects "study files: own uploads that no study needs may be replaced" private.is_study_file':
      oneFile,
    'storage.objects "study files: the station uploads where it was told" private.is_arrival_path':
      'asks about this very file: an index answers it',
    'storage.objects "study files: what waits is moved to a patient\'s folder" private.is_arrival_path':
      'asks about this very file: an index answers it',
  },
  'volatile function in a policy': {
    'storage.objects "profile photos: ten a day" photos_left': onePhoto,
    'storage.objects "profile photos: ten a day, replaced ones as well" photos_left': onePhoto,
  },
  'two permissive policies for one role and command': {
    'public.profiles update authenticated':
      'own row even where one may not read others, and administrators any; which columns is decided by a trigger',
    'storage.objects delete authenticated': perBucket,
    'storage.objects insert authenticated': perBucket,
    'storage.objects select authenticated': perBucket,
    'storage.objects update authenticated': perBucket,
  },
  'definer function that asks nobody': {
    'public.release_activation(text)':
      'for the service key alone, which asks with the token that it has claimed',
  },
  'message without a code of ours': {
    'private.too_often(text, timestamp with time zone)':
      'PGRST is the only code that brings headers (Retry-After); the body that it carries says PT429',
    'private.seal_audit(integer, interval)': 'a mistake of the code that seals, read by nobody else',
  },
}
