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

/** A half that no column has room for may be divided itself. */
const divided = (half: string) => (half.length > longest ? half.replace(/\./g, `${mark}.`) : half)

/** In letters, of what stands on one line of every list. */
const longest = 24

/** Stands in no text that people write. */
const mark = '\u0000'
