import { hashGroups } from '#domain/content-hash.ts'
import { dayInZone, formatDay, timeInZone } from '#domain/days.ts'
import { spokenTime } from '#domain/spoken-time.ts'
import { loadClinic } from '#web/backend/config.ts'
import type { VerifiedReport } from '#web/backend/report-rows.ts'
import { verifyReport } from '#web/backend/verify-report.ts'
import { Card } from '#web/ui/panel.tsx'
import { CompareFile } from './compare-file.tsx'
import { PlainPage } from './plain-page.tsx'
import type { PlainPageProps } from './start.tsx'
import { useAsked } from './use-asked.ts'
import { Facts, Verdict, Verified } from './verified.tsx'

/** Behind the QR code of a report (docs/product/report-reading.md). */
export function ReportPage({ token, phone }: PlainPageProps) {
  const report = useAsked(async () => {
    const [found, zone] = await Promise.all([verifyReport(token), clinicZone()])
    return found && { ...found, zone }
  }, 'verify_report')
  const known = report.asked.is === 'answered' ? report.asked.answer : null
  return (
    <PlainPage phone={phone} wide>
      <Card className="p-5.5">
        <h1 className="text-card">Verificación de informe</h1>
        <Verified of={report} asking="Consultando el informe..." unknown="Este informe no existe.">
          {(found) => <Signed report={found} />}
        </Verified>
      </Card>
      {known && <CompareFile hash={known.content_hash} />}
    </PlainPage>
  )
}

const clinicZone = () =>
  loadClinic().then(
    ({ timeZone }) => timeZone,
    () => 'America/Mexico_City',
  )

function Signed({ report }: { report: VerifiedReport & { zone: string } }) {
  const { state, addenda, zone } = report
  const signed = new Date(report.signed_at)
  return (
    <>
      {state === 'anulado' ? (
        <Verdict tone="red">ANULADO</Verdict>
      ) : (
        <Verdict tone="green">{addenda > 0 ? 'FIRMADO, CON ADENDA' : 'FIRMADO'}</Verdict>
      )}
      <Facts
        facts={{
          Folio: report.folio,
          'Firmado el': `${formatDay(dayInZone(signed, zone))}, ${spokenTime(timeInZone(signed, zone))}`,
          Firmó: report.signer_name,
          Especialidad: report.signer_specialty,
          'Cédula profesional': report.signer_license,
          Adendas: String(addenda),
        }}
      />
      <dl className="mt-2">
        <dt className="text-ink-3">Huella del texto firmado (SHA-256)</dt>
        <dd className="mt-2 font-mono text-meta wrap-break-word">{hashGroups(report.content_hash)}</dd>
      </dl>
    </>
  )
}
