import { Fragment } from 'react'

/** Text in which an e-mail address may stand: where that is too long for its line it goes on after the @, and a long half before a dot. */
export function EmailText({ children: text }: { children: string }) {
  return text
    .replace(/\S+@\S+/g, (address) => address.split('@').map(divided).join(`@${mark}`))
    .split(mark)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity and never move.
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))
}

/** A half that some column has no room for may be divided itself: what stands before the @ may follow other words. */
const divided = (half: string, at: number) =>
  half.length > (at === 0 ? 14 : 24) ? half.replace(/\./g, `${mark}.`) : half

/** Stands in no text that people write. */
const mark = '\u0000'
