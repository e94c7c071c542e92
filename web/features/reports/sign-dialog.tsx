import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { hasEnded, reportLimits } from '#domain/report.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { staleCode } from '#web/parts/feedback/stale-code.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import { type ReportRow, signReport } from '#web/queries/reports.ts'
import { signingProfileQuery } from '#web/queries/signing-profile.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useProfile } from '#web/session/session.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ProofField, useProof, wrongPassword } from './use-proof.tsx'

type Props = {
  report: ReportRow
  /** The newest version, all of which is stored. */
  version: () => number
  onClose: () => void
}

/** '¿Firmar el informe?': the last question, with a fresh proof of identity where that is due. */
export function SignDialog(props: Props) {
  const { professional_license: licence } = useProfile()
  return licence ? <Sign {...props} /> : <NoLicence onClose={props.onClose} />
}

function NoLicence({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="¿Firmar el informe?" width="narrow" footer={<DialogCancel />}>
      <p className="mb-3">Para firmar, escribe tu cédula profesional en tu perfil.</p>
      <Link to={paths.profile} className="name-link">
        Ir a mi perfil
      </Link>
    </Dialog>
  )
}

function Sign({ report, version, onClose }: Props) {
  const client = useQueryClient()
  const proof = useProof()
  const form = useForm({
    start: { proof: '', holds: false, days: '7', reason: '' },
    check: ({ proof: typed, holds, reason }) => ({
      proof: proof.problem(typed),
      reason: holds && reason.trim() === '' ? 'Escribe el motivo.' : null,
    }),
    send: async ({ proof: typed, holds, days, reason }) => {
      await proof.prove(typed)
      const hold = holds ? { days: Number(days), reason: reason.trim() } : null
      const { folio } = await signReport(report.id, version(), hold)
      toast({ title: 'Éxito', description: `Informe firmado: ${folio}.` })
      await Promise.all([
        client.invalidateQueries({ queryKey: reportKeys.all }),
        client.invalidateQueries({ queryKey: studyKeys.all }),
      ])
      onClose()
    },
    code: 'sign_report',
    secret: true,
    failed: (failure) => {
      if (failure.reason === 'credentials') return { proof: wrongPassword }
      if (failure.reason === 'proof_needed') proof.refused()
      toastError(failure, 'sign_report')
      return { proof: staleCode(failure) }
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      unsaved={false}
      title="¿Firmar el informe?"
      description="Después de firmarlo no se puede cambiar; solo agregar adendas."
      width="narrow"
      action="Firmar"
      actionBusy="Firmando..."
      actionDisabled={!proof.isReady}
      cancel={<DialogCancel disabled={form.busy}>Seguir editando</DialogCancel>}
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5">
        <EndedCertificate />
        {proof.isAsked && <ProofField factor={proof.factor} {...form.text('proof')} />}
        <div className="grid gap-3">
          <Checkbox
            label="Entregar después"
            help="El paciente lo leerá cuando pase el plazo, o cuando elijas «Entregar ahora»."
            {...form.tick('holds')}
          />
          {form.values.holds && (
            <>
              <Select
                label="Días"
                options={Array.from({ length: 7 }, (_, at) => ({
                  value: String(at + 1),
                  label: at === 0 ? '1 día' : `${at + 1} días`,
                }))}
                {...form.text('days')}
              />
              <TextField
                label="Motivo"
                required
                hideMark
                maxLength={reportLimits.reason}
                help="No lo lee el paciente."
                {...form.text('reason')}
              />
            </>
          )}
        </div>
      </fieldset>
    </FormDialog>
  )
}

/** Says before signing that a certificate will not stand on the report. */
function EndedCertificate() {
  const { data } = useQuery(signingProfileQuery(useProfile().id))
  const until = data?.certificate_until
  const today = useClinicToday()
  if (!until || !hasEnded(until, today)) return null
  return <p className="text-pend">{`Tu certificado venció el ${formatDay(until)}: no se imprimirá.`}</p>
}
