import type { Clinic } from '#domain/clinic.ts'
import { phoneLink } from '#domain/phone-link.ts'
import { etagOf } from './files.ts'
import { escaped } from './findable.ts'

/** Address of the page that says there is no connection; `web/public/sw.js` keeps it in the browser. */
export const offlinePath = '/sin-conexion'

/** The manifest with which a phone installs the portal under the clinic's name. */
export function webManifest({ name, tagline }: Clinic): string {
  const icon = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: '/dashboard',
    name,
    short_name: name,
    description: tagline,
    lang: 'es-MX',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#fcfaf6',
    theme_color: '#fcfaf6',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  })
}

/**
 * The page that the portal shows without a connection. It has no script and fetches nothing except the text
 * font, which the service worker keeps with it. `mark` is SVG, written into the page.
 */
export function offlinePage(
  { name, phone }: Clinic,
  { font, mark }: { font: string | undefined; mark: string },
): string {
  const call = phone
    ? `<p>Si es urgente, llama a ${escaped(name)}: <a href="${phoneLink(phone)}">${escaped(phone)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#fcfaf6">
<title>Sin conexión · ${escaped(name)}</title>
<style>${font ? fontFace(font) : ''}${style}</style>
</head>
<body>
<main>
${mark}
<h1>Sin conexión</h1>
<p>Tu dispositivo no tiene internet en este momento. Tus estudios, citas y pagos están a salvo: aparecerán en cuanto vuelva la conexión.</p>
${call}
<p><a class="again" href="">Reintentar</a></p>
</main>
</body>
</html>
`
}

/** The font file for Spanish text. */
export const textFont = /^\/assets\/figtree-spanish-[^/]+\.woff2$/

const fontFace = (address: string) =>
  `@font-face{font-family:Figtree;font-weight:400 700;src:url(${address}) format("woff2")}`

const style = [
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fcfaf6;color:#0f2125;font:16px/1.6 Figtree,system-ui,sans-serif}',
  'main{max-width:27rem;padding:2rem 1rem}',
  'svg{display:block;width:3rem;height:3rem;margin-bottom:1.5rem}',
  'h1{margin:0 0 .75rem;font-size:1.75rem;font-weight:650;line-height:1.1;letter-spacing:-.025em}',
  'p{margin:0 0 1rem;color:#405054}',
  'a{color:#005d63}',
  '.again{display:inline-block;margin-top:.5rem;padding:.75rem 1.25rem;border-radius:12px;background:#005d63;color:#fff;font-weight:600;text-decoration:none}',
  'a:focus-visible{outline:2px solid #005d63;outline-offset:2px}',
].join('')

/** The worker's source plus a line that changes with the page: browsers then reinstall it and fetch the page again. */
export function worker(source: string, page: string): string {
  return `${source}// ${etagOf(Buffer.from(page))}\n`
}
