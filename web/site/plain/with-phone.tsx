import { phoneForms, phoneText } from '#domain/phone.ts'

/** A sentence in which the clinic's telephone can be pressed. */
export function WithPhone({ phone, children: words }: { phone: string; children: string }) {
  const at = phone === '' ? -1 : words.indexOf(phone)
  if (at < 0) return words
  return (
    <>
      {words.slice(0, at)}
      <a
        href={phoneForms(phone).tel}
        className="-my-3 inline-block py-3 font-semibold whitespace-nowrap underline underline-offset-4 tabular-nums"
      >
        {phoneText(phone)}
      </a>
      {words.slice(at + phone.length)}
    </>
  )
}
