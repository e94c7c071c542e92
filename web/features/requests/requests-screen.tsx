import { RequestList } from './request-list.tsx'
import { RequestsTable } from './requests-table.tsx'

/** 'Solicitudes de Estudio': to accept and to reject (docs/product/requests.md). */
export function RequestsScreen() {
  return (
    <RequestList
      title="Solicitudes de Estudio"
      description="Lo que piden los visitantes del sitio, al momento."
      Table={RequestsTable}
      columns={6}
    />
  )
}
