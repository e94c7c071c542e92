import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import type { TrackedRequest } from '#web/backend/answers.ts'
import { trackRequest } from '#web/backend/track-request.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlainPage } from './plain-page.tsx'
import { RequestState } from './request-state.tsx'
import type { PlainPageProps } from './start.tsx'

type Found = { request: TrackedRequest | null } | { problem: string } | null

/** '¿Cómo va mi solicitud?' (docs/product/requests.md). */
export function TrackingPage({ phone }: PlainPageProps) {
  const [found, setFound] = useState<Found>(null)
  const form = useForm({
    start: () => {
      const [folio = '', code = ''] = decodeURIComponent(location.hash.slice(1)).split('.')
      return { folio, code }
    },
    check: ({ folio, code }) => ({
      folio: folio.trim() === '' ? 'Escribe tu folio.' : null,
      code: code.trim() === '' ? 'Escribe tu código.' : null,
    }),
    refused: () => setFound(null),
    send: async ({ folio, code }) => {
      setFound(null)
      setFound({ request: await trackRequest(folio, code) })
    },
    code: 'track_request',
    failed: (failure) => {
      setFound({ problem: errorMessage(failure).description })
    },
  })
  return (
    <PlainPage phone={found && 'request' in found && found.request ? null : phone}>
      <Card className="p-5.5">
        <h1 className="text-card">¿Cómo va mi solicitud?</h1>
        <form noValidate onSubmit={form.submit} className="mt-4 grid grid-cols-1 gap-4">
          <p className="text-ink-2">Escribe los datos que te dimos al enviarla.</p>
          <TextField
            label="Folio"
            inputMode="numeric"
            autoComplete="off"
            maxLength={16}
            placeholder="000123"
            {...form.text('folio')}
          />
          <TextField
            label="Código"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            placeholder="ABCD-EFGH"
            className="[&_input]:uppercase"
            {...form.text('code')}
          />
          <Button type="submit" variant="primary" busy={form.busy} busyLabel="Consultando...">
            Consultar
          </Button>
        </form>
        <div role="status" className="mt-5 empty:hidden">
          {found &&
            ('problem' in found ? <Refusal>{found.problem}</Refusal> : <Answer {...found} phone={phone} />)}
        </div>
      </Card>
    </PlainPage>
  )
}

function Answer({ request, phone }: { request: TrackedRequest | null; phone: string }) {
  if (!request) return <Refusal>El folio o el código no coinciden.</Refusal>
  return (
    <div className="grid gap-2 rounded-field border border-line bg-sunken px-4 py-3.5">
      <RequestState state={request.state} phone={phone} />
      <p className="text-meta text-ink-2 tabular-nums">La recibimos el {formatDay(request.day)}.</p>
    </div>
  )
}

function Refusal({ children }: { children: string }) {
  return <Notice tone="bad">{children}</Notice>
}
