import { hashGroups } from '#domain/content-hash.ts'
import { signatureWords } from '#web/copy/report-words.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import type { ReadReport, Signature } from '#web/queries/read-report.ts'
import { momentWords } from './signed-moment.ts'
import { VerifyReport } from './verify-report.tsx'

/** Who signed, when and for which clinic, with the code that checks it; it is never cut, and never alone on a page. */
export function SignatureBlock({ report, signature }: { report: ReadReport; signature: Signature }) {
  const { clinic, verify_token } = report
  return (
    <section
      aria-label="Firma"
      className="mt-6 break-before-avoid break-inside-avoid border-t border-ink pt-3"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 print:flex-nowrap">
        <div className="min-w-0 flex-1 basis-64">
          <SignerLines signature={signature} />
          {clinic && (
            <p className="mt-2 text-[9pt]/[1.4] wrap-break-word text-ink-2">
              {[clinic.name, clinic.address].filter(Boolean).join(', ')}
              {clinic.owner && (
                <>
                  <br />
                  Responsable: {clinic.owner}
                </>
              )}
            </p>
          )}
        </div>
        {verify_token && <VerifyReport token={verify_token} />}
      </div>
      <Hash hash={signature.content_hash} />
      <p className="mt-2 text-[9pt]/[1.4]">{signatureWords}</p>
    </section>
  )
}

/** The signer's name and licences, and the moment. */
export function SignerLines({ signature }: { signature: Signature }) {
  const zone = useClinicZone()
  const lines = [
    signature.signer_specialty,
    `Cédula profesional ${signature.signer_license}`,
    signature.signer_specialty_license && `Cédula de especialidad ${signature.signer_specialty_license}`,
    signature.signer_certificate,
    `Firmado electrónicamente el ${momentWords(signature.signed_at, zone)}`,
  ]
  return (
    <>
      <p className="font-semibold wrap-break-word">{signature.signer_name}</p>
      {lines
        .filter((line): line is string => Boolean(line))
        .map((line) => (
          <p key={line} className="wrap-break-word">
            {line}
          </p>
        ))}
    </>
  )
}

/** The SHA-256 of what was signed, in groups that can be compared. */
export function Hash({ hash }: { hash: string }) {
  return (
    <p className="mt-2 text-[9pt]/[1.4]">
      <span className="text-ink-2">Huella del texto firmado (SHA-256): </span>
      <span className="font-mono text-[8.5pt] wrap-break-word">{hashGroups(hash)}</span>
    </p>
  )
}
