import { EmailText } from './email-text.tsx'
import { splitMatch } from './split-match.ts'

/** A suggestion with the typed letters highlighted. */
export function Match({ text, typed }: { text: string; typed: string }) {
  const [before, match, after] = splitMatch(text, typed)
  return (
    <span className="wrap-break-word">
      <EmailText>{before}</EmailText>
      <b className="text-brand-800">
        <EmailText>{match}</EmailText>
      </b>
      <EmailText>{after}</EmailText>
    </span>
  )
}
