import type { User } from '#web/queries/admin-users.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useUserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

/** Makes an account, or changes the given one. What was typed stays when it fails. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const form = useUserForm(user, onClose)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={user ? 'Editar Usuario' : 'Nuevo Usuario'}
      description={user?.email}
      action={user ? 'Guardar Cambios' : 'Crear Usuario'}
      actionBusy={user ? 'Guardando...' : 'Creando...'}
    >
      <UserFields form={form} user={user} />
    </FormDialog>
  )
}
