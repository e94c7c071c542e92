import { useQueryClient } from '@tanstack/react-query'
import { Ban, Check, Clock, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { type ShareState, shareState } from '#domain/study-share.ts'
import type { Tone } from '#domain/tone.ts'
import { carriedReport } from '#web/copy/share-report.ts'
import { clinicMoment, useClinicZone, useNow } from '#web/hooks/clock.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { Loaded, type Read } from '#web/parts/lists/loaded.tsx'
import { renewShare, revokeShare, type ShareWithMaker, shareKeys } from '#web/queries/shares.ts'
import { removeStudyFile } from '#web/queries/study-changes.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { type FreshShare, keepFresh } from './fresh-shares.ts'
import { freshOf } from './use-make-share.ts'

const looks: Record<ShareState, { tone: Tone; label: string; Icon: typeof Check }> = {
  alive: { tone: 'green', label: 'Vigente', Icon: Check },
  revoked: { tone: 'red', label: 'Revocado', Icon: Ban },
  expired: { tone: 'grey', label: 'Vencido', Icon: Clock },
  used_up: { tone: 'grey', label: 'Agotado', Icon: EyeOff },
}

/** All links of a study: for whom, whether they were opened, and how to end or renew them. */
export function ShareList({
  query,
  study,
  onRenewed,
}: {
  query: Read<ShareWithMaker[]>
  study: StudyWithPeople
  onRenewed: (share: FreshShare) => void
}) {
  const now = useNow(30_000)
  const me = useProfile()
  const client = useQueryClient()
  const [revoked, setRevoked] = useState<ShareWithMaker | null>(null)
  const [renewed, setRenewed] = useState<ShareWithMaker | null>(null)
  if (query.data?.length === 0) return null
  const renew = () => client.invalidateQueries({ queryKey: shareKeys.of(study.id) })

  async function revoke(share: ShareWithMaker) {
    try {
      await revokeShare(share.id)
      // Nobody needs the copy now; whoever may not delete it leaves it.
      if (
        share.copy_path &&
        !query.data?.some(({ id, copy_path }) => id !== share.id && copy_path === share.copy_path)
      )
        await removeStudyFile(share.copy_path).catch(() => {})
      toast({ title: 'Éxito', description: 'Enlace revocado: ya no abre el estudio.' })
      setRevoked(null)
    } catch (failure) {
      toastError(failure, 'share_study')
    } finally {
      await renew()
    }
  }

  async function makeAnew(share: ShareWithMaker) {
    try {
      const secrets = await renewShare(share.id)
      const fresh = freshOf(study, secrets, { label: share.label, hidden: share.copy_path !== null })
      keepFresh(fresh, me.id)
      onRenewed(fresh)
      toast({ title: 'Éxito', description: 'El enlace y el PIN anteriores ya no sirven.' })
      setRenewed(null)
    } catch (failure) {
      toastError(failure, 'share_study')
    } finally {
      await renew()
    }
  }

  return (
    <section aria-labelledby="enlaces-titulo" className="mt-6 border-t border-line pt-5">
      <h3 id="enlaces-titulo" className="mb-2 text-panel">
        Enlaces de este estudio
      </h3>
      <Loaded query={query} code="load_shares" skeleton={<SkeletonRows rows={2} />}>
        {(shares) => (
          <ul>
            {shares.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                state={shareState(share, now)}
                own={share.made_by === me.id}
                onRevoke={() => setRevoked(share)}
                onRenew={() => setRenewed(share)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        open={revoked !== null}
        onOpenChange={(open) => !open && setRevoked(null)}
        title={revoked?.label ? `¿Revocar el enlace para ${revoked.label}?` : '¿Revocar este enlace?'}
        description="Deja de abrir el estudio en este momento, también para quien lo tiene abierto. Esta acción es irreversible."
        confirmLabel="Revocar"
        busyLabel="Revocando..."
        onConfirm={() => revoked && revoke(revoked)}
      />
      <ConfirmDialog
        open={renewed !== null}
        onOpenChange={(open) => !open && setRenewed(null)}
        title="¿Generar un enlace y un PIN nuevos?"
        description="Los anteriores dejan de servir. La vigencia y las veces que se ha abierto siguen igual."
        confirmLabel="Generar"
        busyLabel="Generando..."
        variant="primary"
        onConfirm={() => renewed && makeAnew(renewed)}
      />
    </section>
  )
}

function ShareRow({
  share,
  state,
  own,
  onRevoke,
  onRenew,
}: {
  share: ShareWithMaker
  state: ShareState
  own: boolean
  onRevoke: () => void
  onRenew: () => void
}) {
  const zone = useClinicZone()
  const { tone, label, Icon } = looks[state]
  const name = share.label ? `Para: ${share.label}` : 'Enlace sin nombre'
  const whose = share.label ? `para ${share.label}` : 'sin nombre'
  const seen = share.seen_at && clinicMoment(share.seen_at, zone)
  const facts = [
    share.copy_path && 'Sin datos',
    share.with_report && carriedReport[share.basis ?? 'own'],
    own ? 'Creado por ti' : share.maker && `Creado por ${share.maker.full_name}`,
    `${state === 'expired' ? 'Venció' : 'Vence'} el ${formatDay(clinicMoment(share.expires_at, zone).day)}`,
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-break-word">{name}</span>
          <Chip tone={tone} Icon={Icon}>
            {label}
          </Chip>
        </p>
        <p className="mt-1 flex items-start gap-1.5 text-meta text-ink-2 tabular-nums">
          {seen ? (
            <Eye aria-hidden className="mt-px size-4.5 text-ok" />
          ) : (
            <EyeOff aria-hidden className="mt-px size-4.5 text-ink-3" />
          )}
          {seen
            ? `Visto ${share.uses} de ${share.max_uses} ${share.max_uses === 1 ? 'vez' : 'veces'}, la última el ${formatDay(seen.day)} a las ${seen.time}`
            : `Sin ver, de ${share.max_uses} ${share.max_uses === 1 ? 'vez' : 'veces'}`}
        </p>
        <p className="text-meta text-ink-3 wrap-break-word tabular-nums">
          <Dotted parts={facts} />
        </p>
      </div>
      {state !== 'revoked' && state !== 'expired' && (
        <div className="flex gap-2">
          {own && (
            <Button size="compact" onClick={onRenew} aria-label={`PIN nuevo ${whose}`}>
              PIN nuevo
            </Button>
          )}
          <Button
            size="compact"
            variant="destructive"
            onClick={onRevoke}
            aria-label={`Revocar el enlace ${whose}`}
          >
            Revocar
          </Button>
        </div>
      )}
    </li>
  )
}
