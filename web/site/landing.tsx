import { Suspense, useState } from 'react'
import { RequestForm } from '#web/features/request-form/request-form.tsx'
import { About } from './about.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { InfoBand } from './info-band.tsx'
import { type LandingData, privacyPath } from './landing-data.ts'
import { offersOf, otherServices, requestableNames } from './offer.ts'
import { Page } from './page.tsx'
import { Services } from './services.tsx'
import { studiesOf } from './studies.ts'
import { useServices } from './use-services.ts'

export type SiteProps = { data: LandingData; onLive?: () => void }

/**
 * The public landing, top to bottom. Each part is brought to life by itself, a few milliseconds at a time: a Suspense
 * boundary is what React may stop at, so a slow phone answers to a finger meanwhile.
 */
export function Landing({ data, onLive }: SiteProps) {
  const { clinic, year, timeZone = 'America/Mexico_City' } = data
  const services = useServices(data.services)
  const [chosen, setChosen] = useState<{ study: string }>()
  const studies = studiesOf(clinic)
  const offers = offersOf(services, studies)
  return (
    <Page clinic={clinic} year={year} base="" onLive={onLive}>
      <Suspense>
        <Hero offers={offers} studies={studies} />
      </Suspense>
      <Suspense>
        <About clinic={clinic} />
      </Suspense>
      <Services
        offers={offers}
        others={otherServices(services)}
        onRequest={(study) => setChosen({ study })}
      />
      <InfoBand />
      <Contact clinic={clinic}>
        <Suspense>
          <RequestForm
            studies={requestableNames(services)}
            chosen={chosen}
            privacy={{ version: clinic.privacy.version, path: privacyPath }}
            timeZone={timeZone}
          />
        </Suspense>
      </Contact>
    </Page>
  )
}
