import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lines } from '#web/copy/screen-lines.ts'
import { type BookedRequest, requestQuery } from '#web/queries/requests.ts'
import { RequestDialog } from './request-dialog.tsx'
import { RequestList } from './request-list.tsx'
import { RequestsTable } from './requests-table.tsx'

/** 'Solicitudes de Estudio': to accept and to reject (docs/product/requests.md). */
export function RequestsScreen() {
  const [opened, setOpened] = useState<BookedRequest | null>(null)
  return (
    <>
      <RequestList
        title="Solicitudes de Estudio"
        description={lines.requests}
        table={(rows) => <RequestsTable {...rows} onOpen={setOpened} />}
        columns={6}
      />
      {opened && <Opened request={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Follows changes of the request, also after it has left the list. */
function Opened({ request, onClose }: { request: BookedRequest; onClose: () => void }) {
  const { data } = useQuery({ ...requestQuery(request.id), initialData: request, staleTime: 60_000 })
  return <RequestDialog request={data ?? request} onClose={onClose} />
}
