import { AdminRequestsTable } from './admin-requests-table.tsx'
import { RequestList } from './request-list.tsx'

/** 'Gestión de Solicitudes': to see, correct and delete (docs/product/admin.md). */
export function AdminRequestsScreen() {
  return (
    <RequestList
      title="Gestión de Solicitudes"
      description="Todas las solicitudes de estudio: corrige sus datos, cambia su estado o elimínalas."
      Table={AdminRequestsTable}
      columns={5}
    />
  )
}
