// Without a connection the portal shows one page that says so, in its own font. Nothing else is ever cached: no screen, no answer
// of the backend, no personal data. The server adds a line that changes with that page, so that browsers fetch it again.
const page = '/sin-conexion'
const box = 'sin-conexion'

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(answer(event))
  else if (event.request.destination === 'font') event.respondWith(fontOf(event.request))
})

async function keepPage() {
  const cache = await caches.open(box)
  await cache.add(new Request(page, { cache: 'reload' }))
  const text = await (await cache.match(page)).text()
  const [, font] = /url\(([^)]+\.woff2)\)/.exec(text) ?? []
  if (font) await cache.add(font)
  for (const { url } of await cache.keys())
    if (![page, font].includes(new URL(url).pathname)) await cache.delete(url)
  await self.skipWaiting()
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== box) await caches.delete(name)
  // The browser asks the server while this worker starts, which takes an old phone a while.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function fontOf(request) {
  return (await caches.match(request, { cacheName: box })) ?? fetch(request)
}

async function answer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(page, { cacheName: box })) ?? Response.error()
  }
}
