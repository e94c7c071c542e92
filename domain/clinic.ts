/** What a clinic tells about itself: one configuration file, read by the site, the portal and the printed sheets. */
export type Clinic = {
  name: string
  tagline: string
  address: { street: string; town: string; state: string; postalCode: string }
  /** Shown as written; links use its digits with the country code 52. */
  phone: string
  email: string
  mapUrl: string
  social: { label: string; url: string }[]
  hours: { days: string; opens: string; closes: string }[]
  privacy: { version: string; paragraphs: string[] }
}
