import { hydrateRoot } from 'react-dom/client'
import { Toaster } from '#web/ui/toaster.tsx'
import { toasterPlace } from './places.ts'

// Imported once, by whatever has something to say first.
const place = document.getElementById(toasterPlace)
if (place) hydrateRoot(place, <Toaster />)
