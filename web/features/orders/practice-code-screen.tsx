import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { lines } from '#web/copy/screen-lines.ts'
import * as paths from '#web/hooks/paths.ts'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { practiceQuery } from '#web/queries/orders.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** 'Mi código': by which patients of the practice ask for a study themselves (docs/product/referrers.md). */
export function PracticeCodeScreen() {
  const me = useProfile()
  const query = useQuery(practiceQuery(me.id))
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Mi código"
        description={lines.practiceCode}
        primary={
          query.data && (
            <Link to={paths.practiceCards} className={buttonStyle('primary')}>
              <Printer aria-hidden className="size-5" />
              Imprimir tarjetas
            </Link>
          )
        }
      />
      <Card className="overflow-clip">
        <Loaded query={query} code="load_practice" skeleton={<SkeletonRows rows={4} />}>
          {(practice) => practice && <Code code={practice.code} practice={practice.practice} />}
        </Loaded>
      </Card>
    </div>
  )
}

function Code({ code, practice }: { code: string; practice: string }) {
  const me = useProfile()
  const address = location.origin + paths.practiceForm(code)
  return (
    <div className="grid justify-items-center gap-5 p-6 text-center sm:grid-cols-[auto_minmax(0,1fr)] sm:justify-items-start sm:text-left">
      <QrCode text={address} label={`Código de ${practice}`} className="size-52 rounded-small" />
      <div className="grid min-w-0 content-center gap-3">
        <div>
          <p className="text-panel wrap-break-word">{me.full_name}</p>
          <p className="text-ink-2 wrap-break-word">{practice}</p>
        </div>
        <p className="text-meta wrap-break-word text-ink-2">
          {location.origin}
          <wbr />
          <span className="inline-block">{paths.practiceForm(code)}</span>
        </p>
        <div className="flex flex-wrap justify-center gap-2 sm:justify-start">
          <CopyButton text={address} aria-label="Copiar la dirección" />
          <WhatsAppLink phone={null} orAsk to="tus pacientes" text={`Pide aquí tu estudio: ${address}`} />
        </div>
        <p className="max-w-measure text-meta text-ink-3">
          Recibes sus imágenes solo si el paciente marca la casilla que lo permite.
        </p>
      </div>
    </div>
  )
}
