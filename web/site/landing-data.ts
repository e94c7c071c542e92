import type { Clinic } from '#domain/clinic.ts'
import type { PageHours } from '#domain/open-now.ts'

/** What the server knows when it renders the public pages. */
export type LandingData = {
  clinic: Clinic
  /** The active catalogue; prices in pesos. Null while it cannot be read. */
  services: CatalogueService[] | null
  /**
   * The clinic's week, the closures of the next 30 days that say why, and whether nothing else changes the next 7 days. Null while
   * they cannot be read.
   */
  hours: (PageHours & { complete: boolean }) | null
  /** The clinic's current year, for the footer. */
  year: number
  /** Address that people see, without a final slash; without it canonical and preview links stay relative. */
  publicUrl?: string
  /** IANA name of the zone that decides what today is; America/Mexico_City without it. */
  timeZone?: string
}

export type CatalogueService = { name: string; price: number; requestable: boolean }

export function clinicZone({ timeZone = 'America/Mexico_City' }: Pick<LandingData, 'timeZone'>): string {
  return timeZone
}
