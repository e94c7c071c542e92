import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { landingHead, privacyHead } from './head.ts'
import { Landing, type SiteProps } from './landing.tsx'
import type { LandingData } from './landing-data.ts'
import { PrivacyNotice } from './privacy-notice.tsx'

export type Rendered = {
  /** For the body of index.html, with the element that the browser hydrates. */
  html: string
  /** For the head of index.html. */
  head: string
}

/** The landing as HTML that is complete without any script. */
export async function render(data: LandingData): Promise<Rendered> {
  return { html: page('landing', Landing, data), head: landingHead(data) }
}

/** The page at `privacyPath`. */
export async function renderPrivacy(data: LandingData): Promise<Rendered> {
  return { html: page('privacy', PrivacyNotice, data), head: privacyHead(data) }
}

function page(name: string, Content: ComponentType<SiteProps>, data: LandingData): string {
  return `<div id="site" data-page="${name}">${renderToString(<Content data={data} />)}</div>`
}
