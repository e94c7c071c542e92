type Place = {
  /** Another origin that the browser talks to: the hosted project. */
  backend?: string | undefined
  /** Vite's hot reload writes inline scripts. */
  development?: boolean
  /** How people reach us. */
  https: boolean
  host: string
}

const always = {
  // Addresses of the portal name patients and studies by their ids: no request carries more than our own origin.
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const nosniff = { 'x-content-type-options': 'nosniff' }

/** What a page loads and can be nothing by itself: policies about pages would only make it heavier. */
const parts = /^(?:text\/(?:css|javascript)|font\/|image\/(?:avif|webp|jpeg|png))\b/

/** Headers of every answer, and what a page may load. `type` is the answer's content type. */
export function securityHeaders(place: Place, type: string): Record<string, string> {
  if (parts.test(type)) return nosniff
  return {
    ...nosniff,
    ...always,
    ...(place.https && { 'strict-transport-security': 'max-age=31536000' }),
    'content-security-policy': pagePolicy(place),
  }
}

/** What an answer of the backend may do when somebody opens it as a page: nothing, even if it is an uploaded file. */
export const apiPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

function pagePolicy({ backend, development, https, host }: Place): string {
  // Older browsers do not count web sockets as 'self'.
  const scheme = https ? 'wss' : 'ws'
  const sockets = /^[\w.:[\]-]+$/.test(host) ? [`${scheme}://${host}`] : []
  const hosted = backend ? [backend, backend.replace(/^http/, 'ws')] : []
  const rules = {
    'default-src': ["'self'"],
    // Decoders of images are WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...(development ? ["'unsafe-inline'"] : [])],
    // No style attributes in markup. Radix locks the page behind a dialog with a style element that it writes for the width
    // of that browser's scroll bar, so neither a hash nor a nonce can name it.
    'style-src': ["'self'"],
    'style-src-elem': ["'self'", "'unsafe-inline'"],
    'style-src-attr': ["'none'"],
    'img-src': ["'self'", 'blob:', 'data:', ...(backend ? [backend] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...sockets, ...hosted],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Text cannot become markup by assignment, whatever a part of the page may do (Chromium). Vite's reload does it.
    ...(!development && { 'require-trusted-types-for': ["'script'"] }),
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
