/** How often the server is asked again for prices that it could not read, in milliseconds. */
const again = 15_000
const parts = '[data-catalogue]'

/**
 * If the server could not read the catalogue, fetches the page again until it can,
 * so that prices fill in without a reload; but not while somebody is in one of those parts.
 */
export function latePrices(read = readPage): void {
  if (!isUnpriced(document)) return
  const timer = setInterval(async () => {
    const page = await read().catch(() => null)
    if (!page || isUnpriced(page)) return
    const old = [...document.querySelectorAll(parts)]
    if (old.some((part) => part.contains(document.activeElement))) return
    clearInterval(timer)
    const fresh = page.querySelectorAll(parts)
    for (const [index, part] of old.entries()) part.replaceWith(fresh[index] ?? part)
  }, again)
}

function isUnpriced(page: Document): boolean {
  return page.querySelector('[data-catalogue=missing]') !== null
}

/**
 * The page as the server renders it now. Unlike other ways to
 * read HTML this one needs no exception from the content policy.
 */
function readPage(): Promise<Document | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', '/')
    // Past the browser's copy.
    request.setRequestHeader('Cache-Control', 'no-cache')
    request.responseType = 'document'
    request.onload = () => resolve(request.responseXML)
    request.onerror = () => reject(new Error('The page could not be read.'))
    request.send()
  })
}
