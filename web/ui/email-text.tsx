import { Fragment } from 'react'

/** Text in which an e-mail address may stand: where that is too long for its line it goes on after the @ or before a dot. */
export function EmailText({ children: text }: { children: string }) {
  return text
    .replace(/\S+@\S+/g, (address) => address.replace(/@/g, `@${mark}`).replace(/\./g, `${mark}.`))
    .split(mark)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity and never move.
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))
}

/** Stands in no text that people write. */
const mark = '\u0000'
