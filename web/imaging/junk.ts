import { contentOf, sniffedBytes } from '#domain/file-content.ts'
import { readHead } from './dicom/read-dicom.ts'
import { documentIn, headBytes, readPlaces } from './dicom-file.ts'
import { stopIfCancelled } from './problems.ts'
import { baseName, type Source } from './source.ts'

const names = new Set(['thumbs.db', 'desktop.ini', 'autorun.inf', 'dicomdir', 'lockfile', 'version'])
/** What machines put beside the images: their viewer, its settings, a text on how to start it. */
const endings =
  /\.(?:txt|md|rtf|ini|inf|cfg|conf|log|xml|json|html?|css|js|exe|dll|bat|cmd|com|msi|jar|sh|ico|lnk|url|db|dat|chm|hlp|manifest|config|sr|md5|sha256)$/

/**
 * Files beside the images that nobody wants to see: what systems leave in folders and machines put on discs. Such a name is not
 * enough: some programs call their slices '.dat'. What cannot be read, its name says. Throws only 'cancelled'.
 */
export async function isJunk(source: Source, signal?: AbortSignal): Promise<boolean> {
  if (!isJunkName(source.path)) return false
  try {
    const head = await source.head(headBytes, signal)
    const content = contentOf(head.subarray(0, sniffedBytes), source.size)
    if (content !== 'dicom' && content !== 'unknown') return content === 'empty'
    // Programs and texts are known by their beginning, and may be large.
    if (content === 'unknown') await readHead(head)
    const { header } = await readPlaces(source, head, signal)
    return header.rows === 0 && !(await documentIn(source, signal))
  } catch {
    stopIfCancelled(signal)
    return true
  }
}

/** Whether a file is called like those. */
export function isJunkName(path: string): boolean {
  const name = baseName(path).toLowerCase()
  if (path.split('/').some((folder) => folder.toLowerCase() === '__macosx')) return true
  return name.startsWith('.') || names.has(name) || endings.test(name)
}
