import { phoneForms, phoneText } from '#domain/phone.ts'

/** A sentence in which the clinic's telephone can be pressed; a stop after it stays beside it. */
export function WithPhone({ phone, children: words }: { phone: string; children: string }) {
  const at = phone === '' ? -1 : words.indexOf(phone)
  if (at < 0) return words
  const rest = words.slice(at + phone.length)
  const [stop = ''] = rest.match(/^[.,;:]/) ?? []
  return (
    <>
      {words.slice(0, at)}
      <span className="whitespace-nowrap">
        <a
          href={phoneForms(phone).tel}
          className="-my-3 inline-block py-3 font-semibold underline underline-offset-4 tabular-nums"
        >
          {phoneText(phone)}
        </a>
        {stop}
      </span>
      {rest.slice(stop.length)}
    </>
  )
}
