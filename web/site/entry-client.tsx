import { hydrateRoot } from 'react-dom/client'
import { Landing } from './landing.tsx'
import type { LandingData } from './landing-data.ts'
import { PrivacyNotice } from './privacy-notice.tsx'

/** Brings the rendered page to life; resolves when it answers. */
export function hydrate(root: HTMLElement): Promise<void> {
  // Our own server wrote it beside the page that it rendered from it.
  const data: LandingData = JSON.parse(document.getElementById('landing-data')?.textContent ?? '')
  const Content = root.dataset.page === 'privacy' ? PrivacyNotice : Landing
  return new Promise((resolve) => {
    hydrateRoot(root, <Content data={data} onLive={resolve} />)
  })
}
