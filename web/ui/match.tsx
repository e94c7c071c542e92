import { splitMatch } from './split-match.ts'

/** A suggestion with the typed letters highlighted. */
export function Match({ text, typed }: { text: string; typed: string }) {
  const [before, match, after] = splitMatch(text, typed)
  return (
    <span className="wrap-anywhere">
      {before}
      <b className="text-brand-800">{match}</b>
      {after}
    </span>
  )
}
