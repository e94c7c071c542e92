const ownProfile = 'asks the quick question first: the accounts that one may read hold the own one as well'
const keptAuthor =
  'a change of author is refused by trigger or grant, and "using" asks for a doctor; without the clause a removal would be refused'
const reads = 'people read own and linked, doctors all doctors, admins all'

/**
 * Mutants of the catalogue that change nothing anybody could do or see, by name, with the reason: none of them is tried. One
 * that is not made any more is red (tests/policies/mutants.test.ts). Rather take the rule away than excuse it here.
 */
export const equivalent: Record<string, string> = {
  [`profiles: "${reads}" using true for (id = ( SELECT auth.uid() AS uid))`]: ownProfile,
  [`profiles: "${reads}" using false for ((id = ( SELECT auth.uid() AS uid)) AND (id = ( SELECT private.present_uid() AS present_uid)))`]:
    ownProfile,
  ...Object.fromEntries(
    [
      'key_images: "doctors and dentists change their own key images"',
      'study_marks: "doctors and dentists change their own marks"',
    ].flatMap((policy) => [
      [
        `${policy} with check true for (author_id = ( SELECT private.viewer_uid() AS viewer_uid))`,
        keptAuthor,
      ],
      [`${policy} with check private.active_uid() for private.viewer_uid()`, keptAuthor],
    ]),
  ),
  'study_requests: "doctors answer pending requests, admins edit all" with check true for ( SELECT private.is_doctor() AS is_doctor)':
    '"using" asks for a doctor; without the clause an answer would be refused, because what is answered is pending no more',
  'objects: "profile photos: everyone adds their own" with check auth.uid() for private.active_uid()':
    'who may not act has no photos left ("ten a day")',
  'objects: "key images: in the own folder those of a delivered report" using auth.uid() for private.active_uid()':
    'restricts what others open, which is nothing for who may not act',
}
