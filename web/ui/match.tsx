import { EmailText } from './email-text.tsx'
import { splitMatch } from './split-match.ts'

/** A suggestion with the typed words highlighted. */
export function Match({ text, typed }: { text: string; typed: string }) {
  let at = 0
  return (
    <span className="wrap-break-word">
      {splitMatch(text, typed).map((piece) => {
        const Tag = piece.marked ? 'b' : 'span'
        at += piece.text.length
        return (
          <Tag key={at} className={piece.marked ? 'text-brand-800' : undefined}>
            <EmailText>{piece.text}</EmailText>
          </Tag>
        )
      })}
    </span>
  )
}
