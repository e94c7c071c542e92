import { keptEntries } from '#domain/kept-entries.ts'
import { isStored } from '#web/site/is-stored.ts'
import { keepVisible } from '#web/ui/keep-visible.ts'
import { liveAccount } from './account.ts'
import { bringToLife } from './bring-to-life.ts'
import { liveCarousels } from './carousel.ts'
import { liveDentistAccess } from './dentist-access.ts'
import { layOutSlowly } from './far-sections.ts'
import { liveVolume } from './hero-volume.ts'
import { latePrices } from './late-prices.ts'
import { liveLightbox } from './lightbox.ts'
import { liveMenu } from './menu.ts'
import { liveOpenNow } from './open-now.ts'
import { liveRequestForm } from './request-form.ts'
import { reveal } from './reveal.ts'
import { liveViewer } from './viewer.ts'

// All that a visit needs in which nothing is touched. React parts (request form, sign-in dialog, messages) are
// islands that load when somebody gets there.

bringToLife([
  keepVisible,
  liveAccount,
  liveMenu,
  liveViewer,
  liveVolume,
  liveCarousels,
  liveLightbox,
  liveRequestForm,
  liveDentistAccess,
  latePrices,
  liveOpenNow,
  async () => {
    await layOutSlowly()
    for (const list of document.querySelectorAll('[data-reveal]')) reveal(list)
  },
])

// The page before left a message.
if (isStored(keptEntries.toast)) {
  import('#web/site/toaster-island.tsx').catch(() => console.warn('A message could not be shown.'))
}
