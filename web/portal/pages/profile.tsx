import { Suspense } from 'react'
import { ProfileScreen } from '#web/features/profile/profile-screen.tsx'
import { roleOf } from '#web/portal/access.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'

const receivers = loadLater(
  async () => (await import('#web/features/receivers/receivers-panel.tsx')).ReceiversPanel,
)
const practice = loadLater(
  async () => (await import('#web/features/orders/practice-panel.tsx')).PracticePanel,
)

/** The own profile with who receives a patient's images, or a dentist's practice. */
export function ProfilePage() {
  const role = roleOf(useProfile())
  const more = { doctor: null, patient: <receivers.Later />, dentist: <practice.Later /> }[role]
  return <ProfileScreen more={more && <Suspense fallback={null}>{more}</Suspense>} />
}
