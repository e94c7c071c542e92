/**
 * Where a link from a message finally leads: the wanted address if it is on `publicUrl` (no path), else the
 * start page. Never elsewhere: the session travels in its fragment.
 */
export function allowedRedirect(publicUrl: string, wanted: string | null): URL {
  const home = new URL('/', publicUrl)
  if (!wanted || !URL.canParse(wanted, home)) return home
  const url = new URL(wanted, home)
  if (url.origin !== home.origin || url.username || url.password) return home
  url.hash = ''
  return url
}
