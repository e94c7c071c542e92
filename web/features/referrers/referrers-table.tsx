import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { DentistAccount, ReferringDoctor } from '#web/backend/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { type MoreAction, MoreActions } from '#web/ui/more-actions.tsx'

/** What can be done about a row. */
export type RowActs = {
  onInvite: (row: ReferringDoctor) => void
  onLink: (account: DentistAccount) => void
  onClose: (account: DentistAccount) => void
}

const columns = (acts: RowActs): Column<ReferringDoctor>[] => [
  {
    header: 'Doctor Referente',
    place: 'title',
    sort: 'nombre',
    cell: ({ name }) => name,
  },
  {
    header: 'Referencias',
    term: true,
    align: 'right',
    sort: 'referencias',
    cell: ({ referrals }) => referrals.toLocaleString('es-MX'),
  },
  { header: 'Variaciones', cell: (row) => <Spellings row={row} /> },
  { header: 'Portal', cell: ({ accounts }) => <Access accounts={accounts} /> },
  {
    header: 'Acciones',
    actions: true,
    // A card has it beside the name.
    place: 'end',
    cell: (row) => <MoreActions of={row.name} actions={actionsOf(row, acts)} />,
  },
]

/** Inviting while nobody of the group has access; else what can be done about each who has. */
function actionsOf(row: ReferringDoctor, { onInvite, onLink, onClose }: RowActs): MoreAction[] {
  const open = row.accounts.filter(({ active }) => active)
  if (open.length === 0) return [{ label: 'Invitar al portal', onPick: () => onInvite(row) }]
  const of = (label: string, name: string) => (open.length > 1 ? `${label}: ${name}` : label)
  return open.flatMap((account): MoreAction[] => [
    ...(account.activated
      ? []
      : [{ label: of('Enlace de activación', account.name), onPick: () => onLink(account) }]),
    { label: of('Cerrar acceso', account.name), tone: 'bad', onPick: () => onClose(account) },
  ])
}

/** Who of a group has an account, and whether it is used; nothing where nobody has. */
function Access({ accounts }: { accounts: readonly DentistAccount[] }) {
  if (accounts.length === 0) return null
  return (
    <ul className="grid gap-1.5">
      {accounts.map(({ id, name, practice, active, activated }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Chip tone={active ? (activated ? 'green' : 'orange') : 'grey'} Icon={active ? undefined : Lock}>
            {active ? (activated ? 'Con acceso' : 'Sin activar') : 'Acceso cerrado'}
          </Chip>
          <span className="min-w-0 text-meta text-ink-2 wrap-break-word">
            {accounts.length > 1 ? `${name}, ${practice}` : practice}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** One page of referring doctors with what their name was written like. */
export function ReferrersTable({
  acts,
  ...props
}: Pick<DataTableProps<ReferringDoctor>, 'rows' | 'sort' | 'onSort'> & { acts: RowActs }) {
  return (
    <DataTable {...props} label="Doctores referentes" columns={columns(acts)} rowKey={({ key }) => key} />
  )
}

const shownAtFirst = 4

/** The most frequent spellings; if there are very many, the answer has the first ones and the number. */
function Spellings({ row: { spellings, variations } }: { row: ReferringDoctor }) {
  const [all, setAll] = useState(false)
  const shown = all ? spellings : spellings.slice(0, shownAtFirst)
  const hidden = spellings.length - shown.length
  const unnamed = variations - spellings.length
  if (variations === 0) return <span className="text-meta text-ink-3">Ninguna todavía</span>
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-meta text-ink-2">
        {shown.map(({ name, count }) => (
          <li key={name} className="min-w-0 wrap-break-word">
            {name} <span className="text-ink-3 tabular-nums">({count.toLocaleString('es-MX')})</span>
          </li>
        ))}
        {hidden === 0 && unnamed > 0 && (
          <li className="text-ink-3">y {unnamed.toLocaleString('es-MX')} más</li>
        )}
      </ul>
      {hidden > 0 && (
        <Button variant="link" size="compact" onClick={() => setAll(true)}>
          Ver {(hidden + unnamed).toLocaleString('es-MX')} más
        </Button>
      )}
    </>
  )
}
