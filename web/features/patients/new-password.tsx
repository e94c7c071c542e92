import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '#web/backend/database.ts'
import { NewPasswordDialog } from '#web/parts/new-password-dialog.tsx'
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
        className="-mx-3.5"
        onClick={() => setAsking(true)}
      >
        Generar nueva contraseña temporal
      </Button>
      <NewPasswordDialog person={patient} open={asking} onOpenChange={setAsking} />
    </>
  )
}
