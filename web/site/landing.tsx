import type { ReactNode } from 'react'
import { About } from './about.tsx'
import { Contact } from './contact.tsx'
import { Dentists } from './dentists.tsx'
import { Hero } from './hero.tsx'
import { InfoBand } from './info-band.tsx'
import { clinicZone, type LandingData } from './landing-data.ts'
import { offersOf, otherServices } from './offer.ts'
import { Page } from './page.tsx'
import { Questions } from './questions.tsx'
import { QuickBar } from './quick-bar.tsx'
import { Services } from './services.tsx'
import { studiesOf } from './studies.ts'
import { Visit } from './visit.tsx'

/** The public landing, top to bottom. `form` is the request form, an island. */
export function Landing({ data, form }: { data: LandingData; form: ReactNode }) {
  const { clinic, services } = data
  const studies = studiesOf(clinic)
  const offers = offersOf(services, studies)
  return (
    <Page data={data} base="">
      <Hero offers={offers} studies={studies} />
      {/* The room in which the bar sticks. */}
      <div>
        <About clinic={clinic} hours={data.hours} timeZone={clinicZone(data)} />
        <Services offers={offers} others={otherServices(services)} />
        <InfoBand />
        <Visit steps={clinic.visit} />
        <Questions clinic={clinic} />
        <Dentists clinic={clinic} studies={studies} />
        <QuickBar clinic={clinic} />
      </div>
      <Contact clinic={clinic}>{form}</Contact>
    </Page>
  )
}
