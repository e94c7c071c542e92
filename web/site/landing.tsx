import type { ReactNode } from 'react'
import { About } from './about.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { InfoBand } from './info-band.tsx'
import type { LandingData } from './landing-data.ts'
import { offersOf, otherServices } from './offer.ts'
import { Page } from './page.tsx'
import { Services } from './services.tsx'
import { studiesOf } from './studies.ts'

/** The public landing, top to bottom. `form` is the request form, an island. */
export function Landing({ data, form }: { data: LandingData; form: ReactNode }) {
  const { clinic, year, services } = data
  const studies = studiesOf(clinic)
  const offers = offersOf(services, studies)
  return (
    <Page clinic={clinic} year={year} base="">
      <Hero offers={offers} studies={studies} />
      <About clinic={clinic} hours={data.hours} />
      <Services offers={offers} others={otherServices(services)} />
      <InfoBand />
      <Contact clinic={clinic}>{form}</Contact>
    </Page>
  )
}
