import { ArrowRight } from 'lucide-react'

/** 'Solicitar': goes to the form, where live/request-form.ts has then already chosen the study. `service` is its name there. */
export function RequestLink({ study, service }: { study: string; service: string }) {
  return (
    <a
      href="#contact"
      data-study={service}
      className="-my-2.5 inline-flex min-h-11 items-center gap-1 text-label text-brand-700 underline-offset-4 hover:underline"
    >
      Solicitar
      <span className="sr-only"> {study}</span>
      <ArrowRight aria-hidden className="size-4.5" />
    </a>
  )
}
