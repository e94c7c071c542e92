import { addressLine } from '#domain/appointment-message.ts'
import type { Clinic } from '#domain/clinic.ts'
import { phoneForms } from '#domain/phone.ts'
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
 * font, which the service worker keeps with it. `mark` is our own mark as SVG, written into the page; a clinic with its own logo,
 * which nobody keeps, has its name alone.
 */
export function offlinePage(
  { name, tagline, logo, phone, address }: Clinic,
  { font, mark }: { font: string | undefined; mark: string },
): string {
  const call = phone
    ? `<a class="button" href="${phoneForms(phone).tel}"><span>Llamar al <span class="phone">${escaped(phone)}</span></span></a>`
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
<p class="clinic">${logo ? '' : mark}<span><b>${escaped(name)}</b><br>${escaped(tagline)}</span></p>
<section>
<h1>Sin conexión</h1>
<p>Tu dispositivo no tiene internet en este momento. Tus estudios, citas y pagos están a salvo: aparecerán en cuanto vuelva la conexión.</p>
<ul><li>Revisa que el wifi o los datos móviles estén activos.</li><li>Quita el modo avión.</li></ul>
<p class="acts"><a class="button again" href="">Reintentar</a>${call}</p>
</section>
<p class="place">${escaped(addressLine(address))}</p>
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
  'body{margin:0;background:#fcfaf6;color:#405054;font:16px/1.6 Figtree,system-ui,sans-serif;overflow-wrap:break-word}',
  'main{box-sizing:border-box;display:grid;align-content:start;gap:1.5rem;min-height:100vh;max-width:32rem;margin:auto;padding:2rem 1rem}',
  'p,ul{margin:0}',
  '.clinic{display:flex;align-items:center;gap:.75rem;font-size:.75rem;line-height:1.25;color:#5b6b6e}',
  'b{font-size:1.0625rem;line-height:1.3;letter-spacing:-.025em;color:#0f2125}',
  'svg{flex:none;width:2.25rem;height:2.25rem}',
  'section{display:grid;gap:1.25rem;padding:1.375rem;border:1px solid #e3dfd8;border-radius:16px;background:#fff;box-shadow:0 1px 2px #0f21250f}',
  'h1{margin:0 0 -.5rem;font-size:1.5rem;font-weight:650;line-height:1.1;letter-spacing:-.025em;color:#0f2125}',
  'ul{padding-left:1.25rem}',
  '.acts{display:grid;gap:.75rem}',
  '.button{display:flex;align-items:center;justify-content:center;min-height:2.875rem;padding:0 1.25rem;border:1px solid #e3dfd8;border-radius:12px;background:#fff;color:#0f2125;font-weight:600;line-height:1.25;text-align:center;text-decoration:none}',
  '.again{border-color:#005d63;background:#005d63;color:#fff}',
  '.phone{white-space:nowrap}',
  '.place{font-size:.875rem;color:#5b6b6e}',
  'a:focus-visible{outline:2px solid #005d63;outline-offset:2px}',
  '@media(min-width:40rem){main{align-content:center}section{padding:2rem}.acts{grid-auto-flow:column;justify-content:start}}',
].join('')

/** The worker's source plus a line that changes with the page: browsers then reinstall it and fetch the page again. */
export function worker(source: string, page: string): string {
  return `${source}// ${etagOf(Buffer.from(page))}\n`
}
