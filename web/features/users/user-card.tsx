import {
  KeyRound,
  Pencil,
  Share2,
  ShieldCheck,
  ShieldOff,
  Smartphone,
  Stethoscope,
  Trash2,
  UserRound,
} from 'lucide-react'
import { accountKind, accountKinds } from '#domain/account-kind.ts'
import { phoneText } from '#domain/phone.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import type { User } from '#web/queries/admin-users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Card } from '#web/ui/panel.tsx'
import { useProtection } from './use-protection.ts'

const looks = {
  doctor: { tone: 'blue', Icon: Stethoscope },
  dentist: { tone: 'grey', Icon: Share2 },
  patient: { tone: 'grey', Icon: UserRound },
} as const

/** An account: who, with which rights, and the ways to change it, to let its owner in again and to delete it. */
export function UserCard({
  user,
  onEdit,
  onNewPassword,
  onFreeFactor,
  onDelete,
}: {
  user: User
  onEdit: () => void
  onNewPassword: () => void
  onFreeFactor: () => void
  onDelete: () => void
}) {
  const protection = useProtection(user)
  const kind = accountKind(user.role)
  const isDoctor = kind === 'doctor'
  const facts = [
    user.phone && phoneText(user.phone),
    user.age === null ? null : `${user.age} años`,
    isDoctor ? user.specialty : null,
    isDoctor && user.professional_license ? `Cédula ${user.professional_license}` : null,
  ].filter(Boolean)
  return (
    <Card className="flex h-full flex-col gap-2 px-4 py-3.5">
      <div className="flex items-start gap-3.5">
        <Avatar name={user.full_name} photo={null} size="small" />
        <div className="min-w-0">
          <h2 className="text-panel wrap-break-word">
            {kind !== 'patient' ? user.full_name : <PatientName id={user.id} name={user.full_name} />}
          </h2>
          <p className="text-meta text-ink-2 wrap-break-word">
            <EmailText>{user.email}</EmailText>
          </p>
          {facts.length > 0 && (
            <p className="text-meta text-ink-3 wrap-break-word tabular-nums">
              <Dotted parts={facts} />
            </p>
          )}
        </div>
      </div>
      <div className="mt-auto -mb-1.5 flex flex-wrap items-center gap-2">
        <Chip {...looks[kind]}>{accountKinds[kind]}</Chip>
        {user.is_admin && (
          <Chip tone="green" Icon={ShieldCheck}>
            {protection.isMainAdmin ? 'Administrador principal' : 'Administrador'}
          </Chip>
        )}
        {user.second_factor && (
          <Chip tone="grey" Icon={Smartphone}>
            Dos pasos
          </Chip>
        )}
        <div className="-mr-2.5 ml-auto flex items-center justify-end gap-1">
          {!protection.isMainAdmin && !protection.isOwn && (
            <Button
              size="compact"
              variant="ghost"
              aria-label={`Generar nueva contraseña temporal para ${user.full_name}`}
              icon={<KeyRound aria-hidden className="size-4.5" />}
              onClick={onNewPassword}
            >
              Contraseña
            </Button>
          )}
          {user.second_factor && !protection.isMainAdmin && !protection.isOwn && (
            <IconButton
              label={`Quitar la verificación en dos pasos de ${user.full_name}`}
              icon={<ShieldOff aria-hidden className="size-5" />}
              onClick={onFreeFactor}
            />
          )}
          <IconButton
            label={`Editar a ${user.full_name}`}
            icon={<Pencil aria-hidden className="size-5" />}
            onClick={onEdit}
          />
          <IconButton
            className="hover:text-bad focus-visible:text-bad"
            label={`Eliminar a ${user.full_name}`}
            icon={<Trash2 aria-hidden className="size-5" />}
            onClick={() => protection.mayDelete() && onDelete()}
          />
        </div>
      </div>
    </Card>
  )
}
