/**
 * Where a link from a message leads in the end: the wanted address when it is one of ours (`publicUrl`, without a path),
 * else the start page. Never anywhere else: the session travels in its fragment.
 */
export function allowedRedirect(publicUrl: string, wanted: string | null): URL {
  const home = new URL('/', publicUrl)
  if (!wanted || !URL.canParse(wanted, home)) return home
  const url = new URL(wanted, home)
  if (url.origin !== home.origin || url.username || url.password) return home
  url.hash = ''
  return url
}
