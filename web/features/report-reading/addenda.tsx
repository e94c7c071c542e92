import { addendumKinds } from '#web/copy/report-words.ts'
import type { ReadAddendum } from '#web/queries/read-report.ts'
import { Heading, Prose } from './sheet-parts.tsx'
import { Hash, SignerLines } from './signature-block.tsx'

/** What was added after signing, below the signature, each with its own. */
export function Addenda({ addenda }: { addenda: readonly ReadAddendum[] }) {
  return addenda.map((addendum) => (
    <section key={addendum.id} className="mt-6 border-t border-line pt-4">
      <Heading>{addendumKinds[addendum.kind]}</Heading>
      <Prose>{addendum.text}</Prose>
      <div className="mt-3 break-inside-avoid">
        <SignerLines signature={addendum} />
        <Hash hash={addendum.content_hash} />
      </div>
    </section>
  ))
}
