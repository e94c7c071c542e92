import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Share2, UserPlus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { isName } from '#domain/name.ts'
import type { DentistAccount } from '#web/backend/answers.ts'
import { lines } from '#web/copy/admin-lines.ts'
import { useListState } from '#web/hooks/list-state.ts'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { usePreload } from '#web/hooks/use-preload.ts'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { dentistApplicationsQuery } from '#web/queries/dentists.ts'
import {
  referrerKeys,
  referrerMergesQuery,
  referrerSuggestionsQuery,
  referringDoctorsQuery,
} from '#web/queries/referrers.ts'
import { bringIntoView } from '#web/ui/bring-into-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Filters, isFew } from '#web/ui/filters.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { Applications, WaitingApplications } from './applications.tsx'
import { CloseAccess } from './close-access.tsx'
import type { Invitation } from './invite-dialog.tsx'
import type { Invited } from './link-dialog.tsx'
import { Merges } from './merges.tsx'
import { ReferrersTable } from './referrers-table.tsx'
import { Suggestions } from './suggestions.tsx'
import { useReferrersExport } from './use-referrers-export.ts'

const inviteDialog = loadLater(async () => (await import('./invite-dialog.tsx')).InviteDialog)
const linkDialog = loadLater(async () => (await import('./link-dialog.tsx')).LinkDialog)
const later = [inviteDialog, linkDialog]

/** Somebody whom no request names yet. */
const stranger: Invitation = { known: {}, referrer_key: null, application_id: null }

const pageSize = 10

const sorts = {
  '-referencias': 'Con más referencias primero',
  referencias: 'Con menos referencias primero',
  nombre: 'Por nombre, de la A a la Z',
  '-nombre': 'Por nombre, de la Z a la A',
}

/** 'Gestión de Referentes': who sends patients, with the spellings of each name brought together (docs/product/admin.md). */
export function ReferrersScreen() {
  const list = useListState([], { referencias: 'count', nombre: 'name' })
  const query = useQuery(
    referringDoctorsQuery({ search: list.search, order: list.order, page: list.page, pageSize }),
  )
  const below = [
    useQuery(dentistApplicationsQuery()),
    useQuery(referrerSuggestionsQuery()),
    useQuery(referrerMergesQuery()),
  ]
  const client = useQueryClient()
  useLive('study_requests', '', () => void client.invalidateQueries({ queryKey: referrerKeys.all }))
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [invited, setInvited] = useState<Invited | null>(null)
  const [closing, setClosing] = useState<DentistAccount | null>(null)
  const waiting = useRef<HTMLUListElement>(null)
  const saving = useReferrersExport(list)
  usePreload(later)
  return (
    <>
      <PageHeader
        title="Gestión de Referentes"
        description={lines.referrers}
        menu={[
          {
            label: 'Exportar',
            icon: <Download aria-hidden className="size-5" />,
            disabled: saving.busy || !query.data?.total,
            onPick: () => void saving.begin(),
          },
        ]}
        primary={
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden className="size-5" />}
            onClick={() => setInvitation(stranger)}
          >
            Invitar a un dentista
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ListPanel
          title="Doctores referentes"
          className={tableRoom.wide}
          aside={<WaitingApplications onPick={() => waiting.current && bringIntoView(waiting.current)} />}
          head={
            <Filters
              search={
                <SearchField
                  label="Buscar por doctor referente..."
                  value={list.typed}
                  onChange={list.setSearch}
                />
              }
              set={0}
              few={isFew(query.data?.total ?? 0, list.isFiltered)}
              className="border-b border-line px-4.5 py-3"
            >
              {() => (
                <SortSelect
                  value={list.sort}
                  options={sorts}
                  onChange={list.setSort}
                  className="table:hidden"
                />
              )}
            </Filters>
          }
          query={query}
          code="load_referring_doctors"
          {...{ list, pageSize }}
          noun={['doctor', 'doctores']}
          Icon={Share2}
          empty={
            list.search
              ? 'No se encontraron doctores referentes.'
              : 'Ninguna solicitud nombra todavía a un doctor referente.'
          }
          skeleton={<SkeletonTable columns={8} rows={6} />}
        >
          {(rows) => (
            <ReferrersTable
              rows={rows}
              sort={list.sort}
              onSort={list.setSort}
              acts={{
                onInvite: ({ key, name, variations }) =>
                  setInvitation({
                    known: isName(name) ? { full_name: name } : {},
                    // A group that is an account alone joins nothing.
                    referrer_key: variations > 0 ? key : null,
                    application_id: null,
                  }),
                onLink: setInvited,
                onClose: setClosing,
              }}
            />
          )}
        </ListPanel>
        {/* What stands below comes at once when all of it is known: nothing pushes away the next. */}
        <div hidden={[query, ...below].some(isOnItsWay)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Applications
            list={waiting}
            onApprove={({ id, full_name, practice, email, phone, licence }) =>
              setInvitation({
                known: { full_name, practice, email, phone, licence: licence ?? '' },
                referrer_key: null,
                application_id: id,
              })
            }
          />
          <Suggestions />
          <Merges />
        </div>
      </div>
      <Suspense>
        {invitation && (
          <inviteDialog.Later
            invitation={invitation}
            onMade={(made) => {
              setInvitation(null)
              setInvited(made)
            }}
            onClose={() => setInvitation(null)}
          />
        )}
        {invited && <linkDialog.Later invited={invited} onClose={() => setInvited(null)} />}
      </Suspense>
      {closing && <CloseAccess account={closing} onClose={() => setClosing(null)} />}
    </>
  )
}
