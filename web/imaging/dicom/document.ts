import { readDataSet } from './data-set.ts'
import { guarded } from './guard.ts'
import { tag } from './tags.ts'
import { bytesOf, textOf } from './values.ts'

/** What may be inside, by the type that the file states (PS3.3 C.24.2), and how its name ends. */
const endings: Record<string, string> = { 'application/pdf': 'pdf', 'model/stl': 'stl' }

/**
 * The PDF or STL model that a DICOM file encapsulates; nothing where it has none or another kind of document.
 * @throws ImagingError as readDataSet does
 */
export function documentOf(file: Uint8Array): Promise<{ blob: Blob; ending: string } | undefined> {
  return guarded(async () => {
    const { data } = await readDataSet(file)
    const ending = endings[textOf(data, tag.documentType)?.toLowerCase() ?? '']
    const bytes = bytesOf(data, tag.document)
    if (!ending || !bytes) return undefined
    // Older writers omit its length; then a padding byte stays.
    const length = data.uint32(tag.documentLength) || bytes.length
    return { blob: new Blob([Uint8Array.from(bytes.subarray(0, length))]), ending }
  })
}
