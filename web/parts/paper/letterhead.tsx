import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { phoneText } from '#domain/phone.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** The head of a printed sheet: the clinic as its configuration describes it, and at the right what the sheet is. */
export function Letterhead({ children }: { children: ReactNode }) {
  const { data: clinic } = useQuery(clinicQuery())
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-6 print:flex-nowrap">
      <div className="min-w-0 sm:max-w-[60%] print:max-w-[60%]">
        {clinic && (
          <>
            <Logo name={clinic.name} tagline={clinic.tagline} image={clinic.logo} />
            <address className="mt-3 text-[9pt]/[1.4] wrap-break-word text-ink-2 not-italic">
              {clinic.address.street}
              <br />
              {clinic.address.town}, {clinic.address.state}, C.P. {clinic.address.postalCode}
              <Dotted parts={[phoneText(clinic.phone), <EmailText key="email">{clinic.email}</EmailText>]} />
            </address>
          </>
        )}
      </div>
      <div className="text-right max-sm:w-full max-sm:text-left print:w-auto print:shrink-0 print:text-right">
        {children}
      </div>
    </header>
  )
}
