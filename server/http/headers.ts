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
  // The portal's addresses contain ids of patients and studies: requests to others carry only our origin.
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

const nosniff = { 'x-content-type-options': 'nosniff' }

/** Parts of a page, which are not pages themselves: page policies would only make them heavier. */
const parts = /^(?:text\/(?:css|javascript)|font\/|image\/(?:avif|webp|jpeg|png))\b/

/** Headers of every answer, including what a page may load. `type` is the answer's content type. */
export function securityHeaders(place: Place, type: string): Record<string, string> {
  if (parts.test(type)) return nosniff
  return {
    ...nosniff,
    ...always,
    ...(place.https && { 'strict-transport-security': 'max-age=31536000' }),
    'content-security-policy': pagePolicy(place),
  }
}

/** An answer of the backend may do nothing when opened as a page, even if it is an uploaded file. */
export const apiPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

function pagePolicy({ backend, development, https, host }: Place): string {
  // Older browsers do not count web sockets as 'self'.
  const scheme = https ? 'wss' : 'ws'
  const sockets = /^[\w.:[\]-]+$/.test(host) ? [`${scheme}://${host}`] : []
  const hosted = backend ? [backend, backend.replace(/^http/, 'ws')] : []
  const rules = {
    'default-src': ["'self'"],
    // Image decoders are WebAssembly.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...(development ? ["'unsafe-inline'"] : [])],
    // No style attributes in markup. Public pages carry their styles in an element (docs/decisions/0017).
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
    // Assigned text cannot become markup, whatever a script does (Chromium). Vite's reload does that.
    ...(!development && { 'require-trusted-types-for': ["'script'"] }),
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
