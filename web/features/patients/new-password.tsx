import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '#web/backend/database.ts'
import { NewPasswordDialog } from '#web/parts/accounts/new-password-dialog.tsx'
import { Button } from '#web/ui/button.tsx'

/** 'Generar nueva contraseña temporal' for a patient who lost the first one. */
export function NewPassword({ patient }: { patient: Pick<Profile, 'id' | 'full_name'> }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="compact"
        variant="ghost"
        icon={<KeyRound aria-hidden className="size-4.5" />}
        className="-mx-3.5 max-[22rem]:text-left max-[22rem]:whitespace-normal"
        onClick={() => setAsking(true)}
      >
        Generar nueva contraseña temporal
      </Button>
      <NewPasswordDialog person={patient} open={asking} onOpenChange={setAsking} />
    </>
  )
}
