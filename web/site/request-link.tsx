import { ArrowRight } from 'lucide-react'

/** 'Solicitar': goes to the form, where the study is then already chosen. */
export function RequestLink({ study, onRequest }: { study: string; onRequest: () => void }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it goes to the form; choosing the study there is an addition
    <a
      href="#contact"
      data-study={study}
      onClick={onRequest}
      className="-my-2.5 inline-flex min-h-11 items-center gap-1 text-label text-brand-700 underline-offset-4 hover:underline"
    >
      Solicitar
      <span className="sr-only"> {study}</span>
      <ArrowRight aria-hidden className="size-4.5" />
    </a>
  )
}
