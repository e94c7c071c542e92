import { baseName } from './source.ts'

const names = new Set(['thumbs.db', 'desktop.ini', 'autorun.inf', 'dicomdir', 'lockfile', 'version'])
/** What machines put beside the images: their viewer, its settings, a text on how to start it. */
const endings =
  /\.(?:txt|md|rtf|ini|inf|cfg|conf|log|xml|json|html?|css|js|exe|dll|bat|cmd|com|msi|jar|sh|ico|lnk|url|db|dat|chm|hlp|manifest|config|sr|md5|sha256)$/

/** Files beside the images that nobody wants to see: what systems leave in folders and machines put on discs. */
export function isJunk(path: string): boolean {
  const name = baseName(path).toLowerCase()
  if (path.split('/').some((folder) => folder.toLowerCase() === '__macosx')) return true
  return name.startsWith('.') || names.has(name) || endings.test(name)
}
