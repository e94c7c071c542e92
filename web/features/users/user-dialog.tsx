import { useId } from 'react'
import type { User } from '#web/queries/admin-users.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { useUserForm } from './use-user-form.ts'
import { UserFields } from './user-fields.tsx'

/** Makes an account, or changes the given one. What was typed stays when it fails. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const form = useUserForm(user, onClose)
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={user ? 'Editar Usuario' : 'Nuevo Usuario'}
      description={user?.email}
      unsaved={form.dirty}
      dismissible={!form.saving}
      wrap={(content) => (
        <form id={id} noValidate onSubmit={form.submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel disabled={form.saving} />
          <Button
            type="submit"
            variant="primary"
            busy={form.saving}
            busyLabel={user ? 'Guardando...' : 'Creando...'}
          >
            {user ? 'Guardar Cambios' : 'Crear Usuario'}
          </Button>
        </>
      }
    >
      <UserFields form={form} user={user} />
    </Dialog>
  )
}
