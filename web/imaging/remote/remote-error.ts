import { ImagingError, type RemoteProblem } from '#web/imaging/types.ts'

/** A file on a server could not be read in parts; the worker's page hears of it as ImagingError with `remote`. */
export class RemoteError extends ImagingError {
  readonly kind: RemoteProblem
  constructor(kind: RemoteProblem, detail: string) {
    super('not_loaded', `${kind}: ${detail}`, kind)
    this.kind = kind
  }
}
