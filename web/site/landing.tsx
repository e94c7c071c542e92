import { useState } from 'react'
import { RequestForm } from '#web/features/request-form/request-form.tsx'
import { About } from './about.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { InfoBand } from './info-band.tsx'
import { type LandingData, privacyPath } from './landing-data.ts'
import { offersOf, otherServices, requestableNames } from './offer.ts'
import { Page } from './page.tsx'
import { Services } from './services.tsx'

export type SiteProps = { data: LandingData; onLive?: () => void }

/** The public landing, top to bottom. */
export function Landing({ data, onLive }: SiteProps) {
  const { clinic, services, year, timeZone = 'America/Mexico_City' } = data
  const [chosen, setChosen] = useState<{ study: string }>()
  const offers = offersOf(services)
  return (
    <Page clinic={clinic} year={year} base="" onLive={onLive}>
      <Hero offers={offers} />
      <About clinic={clinic} />
      <Services
        offers={offers}
        others={otherServices(services)}
        onRequest={(study) => setChosen({ study })}
      />
      <InfoBand />
      <Contact clinic={clinic}>
        <RequestForm
          studies={requestableNames(services)}
          chosen={chosen}
          privacy={{ version: clinic.privacy.version, path: privacyPath }}
          timeZone={timeZone}
        />
      </Contact>
    </Page>
  )
}
