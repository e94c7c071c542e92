import { KeyRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Profile } from '#web/backend/database.ts'
import { usePreload } from '#web/hooks/use-preload.ts'
import { Button } from '#web/ui/button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'

const dialog = loadLater(
  async () => (await import('#web/parts/accounts/new-password-dialog.tsx')).NewPasswordDialog,
)
const later = [dialog]

/** 'Generar nueva contraseña temporal' for a patient who lost the first one. */
export function NewPassword({ patient }: { patient: Pick<Profile, 'id' | 'full_name'> }) {
  const [asking, setAsking] = useState(false)
  const [wanted, setWanted] = useState(false)
  usePreload(later)
  return (
    <>
      <Button
        size="compact"
        variant="ghost"
        icon={<KeyRound aria-hidden className="size-4.5" />}
        className="-mx-3.5 max-[22rem]:text-left max-[22rem]:whitespace-normal"
        onClick={() => {
          setWanted(true)
          setAsking(true)
        }}
      >
        Generar nueva contraseña temporal
      </Button>
      {wanted && (
        <Suspense>
          <dialog.Later person={patient} open={asking} onOpenChange={setAsking} />
        </Suspense>
      )}
    </>
  )
}
