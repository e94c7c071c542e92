import { useQuery } from '@tanstack/react-query'
import { messages } from '#web/copy/errors.ts'
import { mainAdminQuery, type User } from '#web/queries/admin-users.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * What is forbidden on the main administrator's account and on one's own;
 * the database refuses the same (docs/product/permissions.md).
 */
export function useProtection(user: Pick<User, 'id'> | null) {
  const me = useProfile()
  const { data: mainAdmin } = useQuery(mainAdminQuery())
  const isMainAdmin = user !== null && user.id === mainAdmin
  const isOwn = user?.id === me.id
  return {
    /** Always an administrator, and never deleted. */
    isMainAdmin,
    isOwn,
    /** Whether to offer its removal; says so when not. */
    mayDelete: () => {
      if (!isMainAdmin && !isOwn) return true
      toast({
        ...messages.main_admin,
        ...(!isMainAdmin && { description: 'No puedes eliminar tu propia cuenta.' }),
        variant: 'destructive',
      })
      return false
    },
  }
}
