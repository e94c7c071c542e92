import { Suspense, useState } from 'react'
import { usePreload } from '#web/hooks/use-preload.ts'
import type { BookedRequest } from '#web/queries/requests.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { AdminRequestsTable } from './admin-requests-table.tsx'
import { RequestList } from './request-list.tsx'

const requestDialog = loadLater(async () => (await import('./admin-request-dialog.tsx')).AdminRequestDialog)
const deleteRequest = loadLater(async () => (await import('./admin-delete-request.tsx')).AdminDeleteRequest)
const later = [requestDialog, deleteRequest]

/** 'Gestión de Solicitudes': to see, correct and delete (docs/product/admin.md). */
export function AdminRequestsScreen() {
  // The row as it was when its dialog opened: what others change must not alter what is being typed.
  const [edited, setEdited] = useState<BookedRequest | null>(null)
  const [deleted, setDeleted] = useState<BookedRequest | null>(null)
  usePreload(later)
  return (
    <>
      <RequestList
        title="Gestión de Solicitudes"
        description="Todas las solicitudes de estudio: corrige sus datos, cambia su estado o elimínalas."
        table={(rows) => <AdminRequestsTable {...rows} onEdit={setEdited} onDelete={setDeleted} />}
        columns={5}
      />
      <Suspense>
        {edited && <requestDialog.Later request={edited} onClose={() => setEdited(null)} />}
        {deleted && <deleteRequest.Later request={deleted} onClose={() => setDeleted(null)} />}
      </Suspense>
    </>
  )
}
