import { useState } from 'react'
import { lines } from '#web/copy/admin-lines.ts'
import type { BookedRequest } from '#web/queries/requests.ts'
import { AdminDeleteRequest } from './admin-delete-request.tsx'
import { AdminRequestDialog } from './admin-request-dialog.tsx'
import { AdminRequestsTable } from './admin-requests-table.tsx'
import { RequestList } from './request-list.tsx'

/** 'Gestión de Solicitudes': to see, correct and delete (docs/product/admin.md). */
export function AdminRequestsScreen() {
  // The row as it was when its dialog opened: what others change must not alter what is being typed.
  const [edited, setEdited] = useState<BookedRequest | null>(null)
  const [deleted, setDeleted] = useState<BookedRequest | null>(null)
  return (
    <>
      <RequestList
        title="Gestión de Solicitudes"
        description={lines.requests}
        table={(rows) => <AdminRequestsTable {...rows} onEdit={setEdited} onDelete={setDeleted} />}
        columns={5}
      />
      {edited && <AdminRequestDialog request={edited} onClose={() => setEdited(null)} />}
      {deleted && <AdminDeleteRequest request={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
