import type { SortedPart } from '#web/imaging/archive.ts'
import { readIndex } from '#web/imaging/preview/index-format.ts'
import type { RemoteStudy } from '#web/imaging/worker/protocol.ts'
import { askThrough } from './address-port.ts'
import { indexedParts } from './indexed-parts.ts'
import { RemoteError } from './remote-error.ts'
import { createRemoteFile, type RemoteFile } from './remote-file.ts'

/** Smaller slices come together, in the order of the file: fewer bytes are not worth a request. */
const worthOne = 64 * 1024

/**
 * The only volume of a study on a server, by its index: nothing of the file is read yet. `passes` says whether slices
 * may be asked for one by one. Throws RemoteError 'whole' where it holds something else, ImagingError where the index is damaged.
 */
export async function openRemote({ index, bytes, address }: RemoteStudy): Promise<{
  part: SortedPart
  file: RemoteFile
  passes: boolean
}> {
  const known = readIndex(await index.text())
  const file = createRemoteFile({ size: bytes, etag: known.etag, address: askThrough(address) })
  const [part, ...others] = indexedParts(file, known)
  if (part?.part.kind !== 'volume' || others.length > 0)
    throw new RemoteError('whole', 'more than one volume')
  const slices = part.slices ?? []
  const packed = slices.reduce((sum, { piece: [from, to] = [0, 0] }) => sum + to - from, 0)
  return { part, file, passes: packed >= slices.length * worthOne }
}
