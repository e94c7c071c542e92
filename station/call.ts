import type { Socket } from 'node:net'
import dimse from 'dcmjs-dimse'
import { isImageClass, isUid } from '#domain/image-classes.ts'
import { syntax, takenSyntaxes } from '#domain/transfer-syntax.ts'
import { type Attributes, answered, matches, type WorklistEntry, worklistItem } from '#domain/worklist.ts'
import type { Admission, Callers, Seat } from './callers.ts'
import { identifierBytes } from './identifier.ts'
import type { Incoming } from './incoming.ts'
import { queryOf } from './query.ts'
import { stationLimits } from './settings.ts'
import type { Announced, Kept, Spool } from './spool.ts'

type Association = InstanceType<typeof dimse.association.Association>
type PresentationContext = InstanceType<typeof dimse.association.PresentationContext>
type Response = InstanceType<typeof dimse.responses.Response>

const { Accept, RejectAbstractSyntaxNotSupported, RejectTransferSyntaxesNotSupported } =
  dimse.constants.PresentationContextResult
const { Verification, ModalityWorklistInformationModelFind: worklistClass } = dimse.constants.SopClass

/** PS3.7 C and PS3.4 B.2.3. */
const status = {
  ...{ success: 0, pending: 0xff00 },
  ...{ invalidInstance: 0x0117, noSuchClass: 0x0118, classNotSupported: 0x0122, unrecognized: 0x0211 },
  ...{ full: 0xa700, mismatch: 0xa900, unreadable: 0xc000, unable: 0xc001 },
} as const

export type CallDeps = {
  callers: Callers
  spool: Spool
  /** Undefined where the worklist is switched off. */
  worklist: ((aet: string) => Promise<WorklistEntry[]>) | undefined
  /** An instance is safe. */
  onKept: (kept: Kept) => void
  onFull: () => void
}

/**
 * One association: who calls, what may be sent in it, and the answer to each request. Whoever hands over what the socket brings waits for
 * `settled` between two PDUs: the package itself takes the next one while it still works on the last.
 */
export class Call extends dimse.Scp {
  readonly #deps: CallDeps
  readonly #address: string
  readonly #hangUp: () => void
  #work: Promise<void> = Promise.resolve()
  #seat: Seat | undefined
  #aet = ''
  #contexts = new Map<number, PresentationContext>()
  #incoming: { stream: Incoming; announced: Announced } | undefined
  /** Why the instance that comes is not taken. */
  #refused: number | undefined

  constructor(line: Socket, address: string, hangUp: () => void, deps: CallDeps) {
    super(line)
    this.#deps = deps
    this.#address = address
    this.#hangUp = hangUp
  }

  /** Whether data of an instance are being taken, which need not fit into memory. */
  get isStoring(): boolean {
    return this.#incoming !== undefined || this.#refused !== undefined
  }

  hasContext(id: number): boolean {
    return this.#contexts.has(id)
  }

  async settled(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#work; ) {
      last = this.#work
      await last
    }
    await this.#incoming?.stream.followed()
  }

  /** What is over when the socket is. */
  async end(): Promise<void> {
    this.#seat?.leave()
    await this.#work.catch(() => {})
    await this.#incoming?.stream.discard()
    this.#incoming = undefined
  }

  override associationRequested(association: Association): void {
    this.#work = this.#admit(association)
  }

  async #admit(association: Association): Promise<void> {
    const aet = association.getCallingAeTitle().trim()
    const admission = await this.#deps.callers.admit(aet, this.#address)
    if (typeof admission === 'string') return this.#reject(admission)
    this.#seat = admission
    this.#aet = aet
    const contexts = association.getPresentationContexts()
    if (contexts.length > stationLimits.contexts) return this.#reject('busy')
    for (const { context } of contexts) this.#negotiate(context)
    // Said once to both sides by the package, while each says what it takes itself.
    const theirs = association.getMaxPduLength()
    association.setMaxPduLength(stationLimits.pdu)
    this.sendAssociationAccept()
    association.setMaxPduLength(theirs)
  }

  #reject(why: Exclude<Admission, Seat>): void {
    const { RejectResult, RejectSource, RejectReason } = dimse.constants
    if (why === 'unknown')
      this.sendAssociationReject(
        RejectResult.Permanent,
        RejectSource.ServiceUser,
        RejectReason.CallingAeNotRecognized,
      )
    else
      this.sendAssociationReject(
        RejectResult.Transient,
        RejectSource.ServiceProviderPresentation,
        why === 'busy' ? RejectReason.LocalLimitExceeded : RejectReason.TemporaryCongestion,
      )
    this.#hangUp()
  }

  /** Of the transfer syntaxes that are offered: explicit little endian, else the first that we take. What is sent stays as it is. */
  #negotiate(context: PresentationContext): void {
    const asked = context.getAbstractSyntaxUid()
    const isImage = isImageClass(asked)
    const isList = asked === worklistClass && this.#deps.worklist !== undefined
    if (!isImage && !isList && asked !== Verification) {
      context.setResult(RejectAbstractSyntaxNotSupported)
      return
    }
    const offered = context.getTransferSyntaxUids()
    const plain = [syntax.explicit, syntax.implicit].find((one) => offered.includes(one))
    const taken = isImage ? (offered.find((one) => takenSyntaxes.has(one)) ?? plain) : plain
    const chosen = plain === syntax.explicit ? plain : taken
    if (!chosen) {
      context.setResult(RejectTransferSyntaxesNotSupported)
      return
    }
    context.setResult(Accept, chosen)
    this.#contexts.set(context.getPresentationContextId(), context)
  }

  override associationReleaseRequested(): void {
    this.sendAssociationReleaseResponse()
    this.#hangUp()
  }

  override abort(): void {
    this.#hangUp()
  }

  override cEchoRequest(
    request: InstanceType<typeof dimse.requests.CEchoRequest>,
    callback: (response: InstanceType<typeof dimse.responses.CEchoResponse>) => void,
  ): void {
    callback(answer(dimse.responses.CEchoResponse.fromRequest(request), status.success))
  }

  override createStoreWritableStream(
    context: PresentationContext,
    request: InstanceType<typeof dimse.requests.CStoreRequest>,
  ) {
    const announced = {
      sopClass: request.getAffectedSopClassUid() ?? '',
      instance: request.getAffectedSopInstanceUid() ?? '',
      transferSyntax: context.getAcceptedTransferSyntaxUid() ?? '',
      aet: this.#aet,
    }
    if (announced.sopClass !== context.getAbstractSyntaxUid() || !isImageClass(announced.sopClass))
      this.#refused = status.classNotSupported
    else if (!isUid(announced.instance)) this.#refused = status.invalidInstance
    // What is refused is taken from the wire all the same, and let go.
    const stream = this.#deps.spool.receive(announced, this.#refused !== undefined)
    this.#incoming = { stream, announced }
    return stream
  }

  override createDatasetFromStoreWritableStream(
    _writable: unknown,
    _context: unknown,
    callback: (dataset: InstanceType<typeof dimse.Dataset>) => void,
  ): void {
    // The data set lies on the disk; the package needs none.
    callback(new dimse.Dataset({}))
  }

  override cStoreRequest(
    request: InstanceType<typeof dimse.requests.CStoreRequest>,
    callback: (response: InstanceType<typeof dimse.responses.CStoreResponse>) => void,
  ): void {
    this.#work = this.#store().then((code) =>
      callback(answer(dimse.responses.CStoreResponse.fromRequest(request), code)),
    )
  }

  async #store(): Promise<number> {
    const incoming = this.#incoming
    const refused = this.#refused
    try {
      if (refused !== undefined || !incoming) {
        await incoming?.stream.discard()
        return refused ?? status.unreadable
      }
      const kept = await this.#deps.spool.keep(incoming.stream, incoming.announced)
      if (kept === 'full') this.#deps.onFull()
      if (typeof kept === 'string') return status[kept]
      this.#deps.onKept(kept)
      return status.success
    } catch {
      return status.unable
    } finally {
      this.#incoming = undefined
      this.#refused = undefined
    }
  }

  override cFindRequest(
    request: InstanceType<typeof dimse.requests.CFindRequest>,
    callback: (responses: InstanceType<typeof dimse.responses.CFindResponse>[]) => void,
  ): void {
    this.#work = this.#find(request).then(callback)
  }

  async #find(request: InstanceType<typeof dimse.requests.CFindRequest>) {
    const respond = (code: number) => answer(dimse.responses.CFindResponse.fromRequest(request), code)
    const context = [...this.#contexts.values()].find((one) => one.getAbstractSyntaxUid() === worklistClass)
    const { worklist } = this.#deps
    if (request.getAffectedSopClassUid() !== worklistClass || !context || !worklist)
      return [respond(status.classNotSupported)]
    try {
      const keys = queryOf(request.getDataset()?.getElements() ?? {})
      const items = (await worklist(this.#aet)).map(worklistItem).filter((item) => matches(item, keys))
      const transferSyntax = context.getAcceptedTransferSyntaxUid() ?? syntax.implicit
      const pending = items.map((item) => {
        const response = respond(status.pending)
        response.setDataset(new Identifier(answered(item, keys), transferSyntax))
        return response
      })
      return [...pending, respond(status.success)]
    } catch {
      return [respond(status.unable)]
    }
  }

  override cMoveRequest(
    request: InstanceType<typeof dimse.requests.CMoveRequest>,
    callback: (responses: InstanceType<typeof dimse.responses.CMoveResponse>[]) => void,
  ): void {
    callback([answer(dimse.responses.CMoveResponse.fromRequest(request), status.unrecognized)])
  }

  override cGetRequest(
    request: InstanceType<typeof dimse.requests.CGetRequest>,
    callback: (responses: InstanceType<typeof dimse.responses.CGetResponse>[]) => void,
  ): void {
    callback([answer(dimse.responses.CGetResponse.fromRequest(request), status.unrecognized)])
  }

  override cCancelRequest(): void {
    // All answers were sent at once.
  }
}

function answer<T extends Response>(response: T, code: number): T {
  response.setStatus(code)
  return response
}

/** An answer of the worklist, with bytes of our own. */
class Identifier extends dimse.Dataset {
  readonly #bytes: Buffer

  constructor(attributes: Attributes, transferSyntax: string) {
    super({}, transferSyntax)
    this.#bytes = identifierBytes(attributes, transferSyntax)
  }

  override getDenaturalizedDataset(): Buffer {
    return this.#bytes
  }
}
