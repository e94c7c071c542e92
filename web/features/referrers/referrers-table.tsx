import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import type { DentistAccount, ReferringDoctor } from '#web/backend/answers.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { Chip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { type MoreAction, MoreActions } from '#web/ui/more-actions.tsx'
import { accessOf } from './access.ts'

/** What can be done about a row. */
export type RowActs = {
  onInvite: (row: ReferringDoctor) => void
  onLink: (account: DentistAccount) => void
  onClose: (account: DentistAccount) => void
}

const columns = (acts: RowActs, zone: string): Column<ReferringDoctor>[] => [
  {
    header: 'Doctor Referente',
    place: 'title',
    sort: 'nombre',
    cell: ({ name }) => name,
    second: (row) => <Beside row={row} />,
  },
  {
    header: 'Referencias',
    align: 'right',
    sort: 'referencias',
    place: 'end',
    cell: (row) => (
      <div className="text-right">
        {count(row.referrals)}
        <span className="text-meta text-ink-2 table:hidden">
          {row.referrals === 1 ? ' referencia' : ' referencias'}
        </span>
        <div className="hidden text-meta text-ink-2 card:block table:hidden">
          <Trend row={row} />
        </div>
      </div>
    ),
  },
  { header: 'Órdenes', align: 'right', only: 'table', cell: ({ orders }) => count(orders) },
  { header: 'Citas atendidas', align: 'right', only: 'table', cell: ({ kept }) => count(kept) },
  { header: 'Estudios', align: 'right', only: 'table', cell: ({ studies }) => count(studies) },
  {
    header: 'Resultados',
    only: 'card',
    cell: ({ orders, kept, studies }) => (
      <Dotted
        parts={[
          `${count(orders)} ${orders === 1 ? 'orden' : 'órdenes'}`,
          `${count(kept)} ${kept === 1 ? 'cita atendida' : 'citas atendidas'}`,
          `${count(studies)} ${studies === 1 ? 'estudio' : 'estudios'}`,
        ]}
      />
    ),
  },
  { header: 'Última orden', term: true, whole: true, cell: (row) => lastOf(row, zone) },
  {
    header: 'Tendencia',
    whole: true,
    cell: (row) => (
      // In a line of three columns it stands below the references.
      <span className="card:hidden table:inline">
        <span className="text-ink-3 table:hidden">Tendencia: </span>
        <Trend row={row} />
      </span>
    ),
  },
  { header: 'Portal', only: 'table', whole: true, cell: ({ accounts }) => <Access accounts={accounts} /> },
  {
    header: 'Acciones',
    actions: true,
    cell: (row) => <MoreActions of={row.name} actions={actionsOf(row, acts)} />,
  },
]

const count = (number: number) => number.toLocaleString('es-MX')

const lastOf = ({ last_at }: ReferringDoctor, zone: string) =>
  last_at ? (
    <span className="whitespace-nowrap tabular-nums">{formatDay(clinicMoment(last_at, zone).day)}</span>
  ) : (
    <span className="text-ink-3">Ninguna</span>
  )

/** '+3: 8, antes 5', as colour says it, too. */
function Trend({ row: { recent, earlier } }: { row: ReferringDoctor }) {
  const change = recent - earlier
  return (
    <span className="whitespace-nowrap tabular-nums">
      {change !== 0 && (
        <b className={cx('font-semibold', change < 0 ? 'text-bad' : 'text-ok')}>
          {change > 0 ? '+' : '−'}
          {count(Math.abs(change))}:{' '}
        </b>
      )}
      {count(recent)}, antes {count(earlier)}
    </span>
  )
}

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
  return accounts.map((account) => (
    <Chip key={account.id} {...accessOf(account)} className="flex w-fit not-first:mt-1" />
  ))
}

/** One page of referring doctors with what their name was written like. */
export function ReferrersTable({
  acts,
  ...props
}: Pick<DataTableProps<ReferringDoctor>, 'rows' | 'sort' | 'onSort'> & { acts: RowActs }) {
  const zone = useClinicZone()
  return (
    <DataTable
      {...props}
      label="Doctores referentes"
      columns={columns(acts, zone)}
      rowKey={({ key }) => key}
    />
  )
}

/** Below the name: practices, with the access where no column has it, and the spellings when asked for. */
function Beside({ row: { name, accounts, spellings, variations } }: { row: ReferringDoctor }) {
  const [open, setOpen] = useState(false)
  const unnamed = variations - spellings.length
  return (
    <>
      <Dotted
        parts={[
          ...accounts.map((account) => (
            <span key={account.id} className="flex flex-wrap items-center gap-x-2">
              <Chip {...accessOf(account)} className="table:hidden" />
              {accounts.length > 1 ? `${account.name}, ${account.practice}` : account.practice}
            </span>
          )),
          (variations > 1 || spellings.some((spelling) => spelling.name !== name)) && (
            <button
              type="button"
              aria-expanded={open}
              className="touch-target pointer-coarse:-my-3 font-semibold text-brand-700 underline-offset-4 hover:underline"
              onClick={() => setOpen(!open)}
            >
              {variations === 1 ? '1 forma de escribirlo' : `${count(variations)} formas de escribirlo`}
            </button>
          ),
        ]}
      />
      {open && (
        <ul aria-label={`Formas de escribir ${name}`} className="flex flex-wrap gap-x-4 gap-y-0.5 pt-1">
          {spellings.map((spelling) => (
            <li key={spelling.name} className="min-w-0 wrap-break-word">
              {spelling.name} <span className="tabular-nums">({count(spelling.count)})</span>
            </li>
          ))}
          {unnamed > 0 && <li>y {count(unnamed)} más</li>}
        </ul>
      )}
    </>
  )
}
