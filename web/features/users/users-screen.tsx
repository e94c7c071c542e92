import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useListState } from '#web/hooks/list-state.ts'
import { usePreload } from '#web/hooks/use-preload.ts'
import { NewPasswordDialog } from '#web/parts/accounts/new-password-dialog.tsx'
import { CardList } from '#web/parts/lists/list.tsx'
import { RefreshButton } from '#web/parts/lists/refresh-button.tsx'
import { type User, type UserKind, userKeys, usersQuery } from '#web/queries/admin-users.ts'
import { Button } from '#web/ui/button.tsx'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { DeleteUser } from './delete-user.tsx'
import { FreeFactor } from './free-factor.tsx'
import { UserCard } from './user-card.tsx'

const userDialog = loadLater(async () => (await import('./user-dialog.tsx')).UserDialog)
const later = [userDialog]

const pageSize = 9
const grid = 'grid-cols-1 gap-3 sm:grid-cols-2 min-[88rem]:grid-cols-3'

const kinds: Readonly<Record<string, { kind: UserKind; label: string }>> = {
  doctores: { kind: 'doctor', label: 'Doctores' },
  pacientes: { kind: 'patient', label: 'Pacientes' },
  dentistas: { kind: 'dentist', label: 'Dentistas' },
  administradores: { kind: 'admin', label: 'Administradores' },
}

const sorts = {
  '-alta': 'Más recientes primero',
  alta: 'Más antiguos primero',
  nombre: 'Por nombre, de la A a la Z',
  '-nombre': 'Por nombre, de la Z a la A',
}

/** 'Gestión de Usuarios': every open account (docs/product/admin.md). */
export function UsersScreen() {
  const list = useListState(['rol'], { alta: 'created_at', nombre: 'full_name' })
  const kind = Object.hasOwn(kinds, list.filters.rol) ? kinds[list.filters.rol]?.kind : undefined
  const query = useQuery(
    usersQuery({ search: list.search, kind, order: list.order, page: list.page, pageSize }),
  )
  // The account as it was when its dialog opened; 'new' when adding one.
  const [edited, setEdited] = useState<User | 'new' | null>(null)
  const [renewed, setRenewed] = useState<User | null>(null)
  const [freed, setFreed] = useState<User | null>(null)
  const [deleted, setDeleted] = useState<User | null>(null)
  usePreload(later)

  return (
    <>
      <PageHeader
        title="Gestión de Usuarios"
        tools={<RefreshButton queryKey={userKeys.all} code="load_users" />}
        primary={
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden className="size-5" />}
            onClick={() => setEdited('new')}
          >
            Nuevo Usuario
          </Button>
        }
      />
      <Filters
        search={
          <SearchField
            label="Buscar por nombre, correo o teléfono..."
            value={list.typed}
            onChange={list.setSearch}
          />
        }
        set={kind ? 1 : 0}
        few={isFew(query.data?.total, list.isFiltered)}
        onClear={list.clearFilters}
        className="mb-4"
      >
        {() => (
          <>
            <Select
              bare
              label="Filtrar por rol"
              value={kind ? list.filters.rol : ''}
              onChange={(event) => list.setFilter('rol', event.target.value)}
              placeholder="Todos los roles"
              options={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
            />
            <SortSelect value={list.sort} options={sorts} onChange={list.setSort} />
          </>
        )}
      </Filters>
      <CardList
        query={query}
        code="load_users"
        {...{ list, pageSize }}
        noun={['usuario', 'usuarios']}
        Icon={Users}
        empty={
          list.search || kind
            ? 'No se encontraron usuarios con los filtros aplicados.'
            : 'Todavía no hay usuarios.'
        }
        grid={grid}
        skeleton={<SkeletonCards cards={pageSize} className={grid} />}
      >
        {(user) => (
          <UserCard
            user={user}
            onEdit={() => setEdited(user)}
            onNewPassword={() => setRenewed(user)}
            onFreeFactor={() => setFreed(user)}
            onDelete={() => setDeleted(user)}
          />
        )}
      </CardList>
      <Suspense>
        {edited && (
          <userDialog.Later user={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Suspense>
      {renewed && <NewPasswordDialog person={renewed} open onOpenChange={() => setRenewed(null)} />}
      {freed && <FreeFactor user={freed} onClose={() => setFreed(null)} />}
      {deleted && <DeleteUser user={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
