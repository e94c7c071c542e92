import { ImagingError } from '#web/imaging/types.ts'

/**
 * Why a file that lies far away cannot be read in parts: the server does not give them, so that it must be loaded as a whole;
 * it is another file now; its address is refused, also a new one; there is no connection, for now.
 */
export type RemoteProblem = 'whole' | 'changed' | 'refused' | 'unreachable'

/** It says nothing about what is in the file. */
export class RemoteError extends ImagingError {
  readonly kind: RemoteProblem
  constructor(kind: RemoteProblem, detail: string) {
    super('not_loaded', `${kind}: ${detail}`)
    this.kind = kind
  }
}
