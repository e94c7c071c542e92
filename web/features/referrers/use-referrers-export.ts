import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CsvCell, csvByteOrderMark, csvLine } from '#domain/csv.ts'
import { dayInZone } from '#domain/days.ts'
import type { ReferringDoctor } from '#web/backend/answers.ts'
import type { Order } from '#web/backend/paging.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { logAccess } from '#web/queries/access.ts'
import { referringDoctorsQuery } from '#web/queries/referrers.ts'
import { saveText } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { accessOf } from './access.ts'

type Listed = { search: string; order: Order<'count' | 'name'> | undefined }

/** As many as the function answers at once. */
const pageSize = 100

/** The columns of the file in their order (docs/product/admin.md). */
const columns: readonly (readonly [head: string, cell: (row: ReferringDoctor, zone: string) => CsvCell])[] = [
  ['Doctor referente', ({ name }) => name],
  ['Referencias', ({ referrals }) => referrals],
  ['Órdenes', ({ orders }) => orders],
  ['Citas atendidas', ({ kept }) => kept],
  ['Estudios', ({ studies }) => studies],
  ['Última orden', ({ last_at }, zone) => last_at && dayInZone(new Date(last_at), zone)],
  ['Referencias de los últimos 90 días', ({ recent }) => recent],
  ['De los 90 anteriores', ({ earlier }) => earlier],
  ['Portal', ({ accounts }) => accounts.map((account) => accessOf(account).children).join('; ')],
  ['Consultorio', ({ accounts }) => accounts.map(({ practice }) => practice).join('; ')],
]

/** Saves the whole list as it is searched and ordered. The line in the trail is written first: without it there is no file. */
export function useReferrersExport({ search, order }: Listed) {
  const client = useQueryClient()
  const zone = useClinicZone()
  const [busy, setBusy] = useState(false)
  async function begin() {
    setBusy(true)
    try {
      await logAccess('export_referentes', null, 'export_referentes')
      const lines = [csvLine(columns.map(([head]) => head))]
      for (let page = 1, left = true; left; page++) {
        const query = referringDoctorsQuery({ search, ...(order && { order }), page, pageSize })
        const { rows, total } = await client.fetchQuery({ ...query, staleTime: 0 })
        lines.push(...rows.map((row) => csvLine(columns.map(([, cell]) => cell(row, zone)))))
        left = page * pageSize < total
      }
      saveText('referentes_export.csv', 'text/csv', csvByteOrderMark + lines.join(''))
      toast({ title: 'Exportación completada', description: 'Datos de referentes exportados.' })
    } catch (failure) {
      toastError(failure, 'export_referentes')
    }
    setBusy(false)
  }
  return { busy, begin }
}
