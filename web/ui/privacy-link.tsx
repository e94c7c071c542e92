import { privacyPath } from '#domain/addresses.ts'

/** The notice, beside a form that is not left for it. */
export function PrivacyLink() {
  return (
    <a
      href={privacyPath}
      target="_blank"
      rel="noopener"
      className="font-semibold text-brand-700 underline underline-offset-4"
    >
      Aviso de privacidad
    </a>
  )
}
