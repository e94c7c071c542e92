import { KeyRound } from 'lucide-react'
import { useNow } from '#web/data/clock.ts'
import { useCredentials } from '#web/data/temp-credentials.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { CredentialCard } from './credential-card.tsx'

/** 'Credenciales': what new patients need for their first sign-in, for one hour in this browser (docs/product/accounts.md). */
export function CredentialsScreen() {
  const credentials = useCredentials()
  const now = useNow(1_000)
  return (
    <>
      <PageHeader
        title="Credenciales"
        description="Contraseñas temporales de tus pacientes nuevos. Se guardan una hora en este navegador: entrégalas antes."
      />
      {credentials.length === 0 ? (
        <Card className="overflow-clip">
          <EmptyState icon={<KeyRound className="size-6" />}>No hay credenciales temporales</EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2">
          {credentials.map((credential) => (
            <li key={credential.id}>
              <CredentialCard credential={credential} now={now} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
