import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { parseRequestNumber, requestNumber } from '#domain/request-number.ts'
import { AppError } from '#web/backend/errors.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLiveTables } from '#web/hooks/use-live-tables.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { UnreadSheet } from '#web/parts/paper/unread-sheet.tsx'
import { requestKeys } from '#web/queries/request-keys.ts'
import { requestQuery } from '#web/queries/requests.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { BookLink, mayBook } from './book-link.tsx'
import { RequestSheet } from './request-sheet.tsx'

const followed = ['study_requests', 'citas'] as const

/** The printable sheet of a request; for doctors, administrators and whoever made it (docs/product/requests.md). */
export function RequestSheetScreen() {
  const id = parseRequestNumber(useParams().requestId ?? '')
  const me = useProfile()
  const home = me.role === 'doctor' ? paths.requests : paths.home
  const back = useCameFrom() ?? home
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...requestQuery(id ?? 0), enabled: id !== null })
  useLiveTables(followed, '', () => void client.invalidateQueries({ queryKey: requestKeys.all }))

  const missing = id === null || data === null
  useEffect(() => {
    if (!missing) return
    toastError(new AppError('request_missing', 'missing'), 'request_missing')
    navigate(home, { replace: true })
  }, [missing, home, navigate])

  const leave = (
    <Button icon={<ArrowLeft aria-hidden className="size-5" />} onClick={() => navigate(back)}>
      Volver
    </Button>
  )
  if (data) {
    return (
      <PrintSheet
        label={`Solicitud ${requestNumber(data.id)}`}
        back={
          <>
            {leave}
            {me.role === 'doctor' && !mayBook(data) && <BookLink request={data} size="normal" bare />}
          </>
        }
        first={me.role === 'doctor' && mayBook(data) && <BookLink request={data} size="normal" />}
      >
        <RequestSheet request={data} />
      </PrintSheet>
    )
  }
  if (error) {
    return (
      <UnreadSheet
        title="Solicitud de Estudio"
        lacks="No se pudo cargar la solicitud."
        back={leave}
        error={error}
        code="load_request"
        onRetry={refetch}
      />
    )
  }
  return <Spinner />
}
