import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Profile, StoredProfile } from '#web/backend/database.ts'

/** What a signature on a report names beside name, speciality and professional licence. */
export type SigningProfile = Pick<
  StoredProfile,
  'specialty_license' | 'specialty_certificate' | 'certificate_until'
>

export const signingProfileKey = ['signing profile'] as const

/** A doctor's own licence of the speciality and certificate. */
export function signingProfileQuery(id: Profile['id']) {
  return queryOptions({
    queryKey: [...signingProfileKey, id],
    queryFn: (): Promise<SigningProfile | null> =>
      ask('load_profile', (client) =>
        client
          .from('profiles')
          .select('specialty_license, specialty_certificate, certificate_until')
          .eq('id', id)
          .maybeSingle(),
      ),
  })
}

/** Changes them; a certificate is printed until its day. */
export async function updateSigningProfile(id: Profile['id'], change: SigningProfile): Promise<void> {
  await ask('update_profile', (client) =>
    client.from('profiles').update(change).eq('id', id).select('id').single(),
  )
}
