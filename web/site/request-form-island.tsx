import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { privacyPath } from '#domain/addresses.ts'
import type { HoursLine } from '#domain/hours-lines.ts'
import { RequestForm, type RequestFormProps } from '#web/features/request-form/request-form.tsx'
import { requestFormPlace } from './places.ts'
import './toaster-island.tsx'

/** Takes over the form that the server wrote; resolves when it answers. */
export function wake(place: HTMLElement): Promise<void> {
  const { version = '', zone = '', name = '', phone = '', whatsapp = null } = place.dataset
  const options = [...place.querySelectorAll('option')].map(({ value }) => value)
  const props: RequestFormProps = {
    // The first one asks to choose.
    studies: options.slice(1),
    privacy: { version, path: privacyPath },
    timeZone: zone,
    clinic: { name, phone, whatsapp, hours: shownHours() },
  }
  return new Promise((resolve) => {
    hydrateRoot(place, <Woken props={props} onLive={resolve} />, { identifierPrefix: requestFormPlace })
  })
}

/** The hours as the page shows them (place.tsx). */
function shownHours(): HoursLine[] {
  return [...document.querySelectorAll('#about dl > div')].map((row) => ({
    days: row.querySelector('dt')?.textContent ?? '',
    hours: [...row.querySelectorAll('dd')].map(({ textContent }) => textContent),
  }))
}

function Woken({ props, onLive }: { props: RequestFormProps; onLive: () => void }) {
  useEffect(onLive, [onLive])
  return <RequestForm {...props} />
}
