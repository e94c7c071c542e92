import { settled } from '../_shared/ask.ts'
import { openEndpoint } from '../_shared/endpoint.ts'
import { invalidRequest, Refusal, refusalResponse, tryLater } from '../_shared/refusal.ts'
import { type Refused, readOpened, readOutcome, refusals } from './opened.ts'

/** How long the file's address works, in seconds; the browser fetches it at once. */
const linkLife = 60
const noStore = { 'cache-control': 'no-store' }

/**
 * Body `{token, pin}` of a link, or `{token, visit}` after it was opened; open to anybody. Returns the study and an
 * address of its file that works for a minute: `{study, file: {name, address}, visit}`. With `{token, visit, check:
 * true}` it returns only `{outcome: 'open'}`, for a page that shows the study. Refusals give the reason: `{error,
 * code, outcome, left?, seconds?}` (docs/product/sharing.md). The database decides and counts; this function calls it
 * and signs the address.
 */
export const openSharedStudy = openEndpoint(async (body, context) => {
  const { token, pin, visit, check } = body
  if (typeof token !== 'string' || typeof (visit ?? pin) !== 'string') throw invalidRequest()
  if (check === true) return checked(await context.links.check({ token, visit, sender: context.sender }))
  const answer = readOpened(
    settled(
      await context.links.open({ token, pin: pin ?? null, visit: visit ?? null, sender: context.sender }),
    ),
  )
  if (answer.outcome !== 'open') return refuse(answer)
  const { path, ...opened } = answer
  const { data, error } = await context.links.sign(path, linkLife)
  if (error) throw tryLater()
  const { pathname, search } = new URL(data.signedUrl)
  return Response.json(
    {
      study: {
        study_type: opened.study_type,
        study_date: opened.study_date,
        patient_name: opened.patient_name,
        hidden: opened.hidden,
      },
      // Without the host: this function may reach the backend at another address than the browser does.
      file: { name: opened.file_name, address: pathname + search },
      expires_at: opened.expires_at,
      visit: opened.visit,
    },
    { headers: noStore },
  )
})

/** For a page that shows the study: only whether its link is still valid. */
function checked(answer: Parameters<typeof settled>[0]): Response {
  const outcome = readOutcome(settled(answer))
  return outcome === 'open' ? Response.json({ outcome }, { headers: noStore }) : refuse({ outcome })
}

function refuse({ outcome, ...facts }: Refused): Response {
  const { status, error } = refusals[outcome]
  return refusalResponse(
    new Refusal(status, error),
    { outcome, ...facts },
    facts.seconds ? { 'retry-after': String(facts.seconds) } : {},
  )
}
