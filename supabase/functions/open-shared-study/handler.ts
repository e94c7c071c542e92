import { settled } from '../_shared/ask.ts'
import type { FunctionContext } from '../_shared/context.ts'
import { openEndpoint } from '../_shared/endpoint.ts'
import { invalidRequest, Refusal, refusalResponse, tryLater } from '../_shared/refusal.ts'
import { type Opened, type Refused, readOpened, readOutcome, refusals } from './opened.ts'

/** How long the addresses of the file and of its picture work, in seconds; the browser fetches them at once. */
const linkLife = 60
const pictureLife = 600
const noStore = { 'cache-control': 'no-store' }

/**
 * Body `{token, pin}` of a link, or `{token, visit}` after it was opened; open to anybody. Returns the study and an
 * address of its file that works for a minute: `{study, file: {name, address}, picture: {address, width, height, tint} | null,
 * preview: {shape, sheets: addresses, bytes, known} | null,
 * visit}`. With `{token, visit, check:
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
  const { path, picture, preview, ...opened } = answer
  const address = await addressOf(context, path, linkLife)
  if (address === null) throw tryLater()
  return Response.json(
    {
      study: {
        study_type: opened.study_type,
        study_date: opened.study_date,
        patient_name: opened.patient_name,
        hidden: opened.hidden,
      },
      file: { name: opened.file_name, address },
      picture: await signedPicture(context, picture),
      preview: await signedPreview(context, preview),
      expires_at: opened.expires_at,
      visit: opened.visit,
    },
    { headers: noStore },
  )
})

/** A study is shown all the same when its picture is gone. */
async function signedPicture(context: FunctionContext, picture: Opened['picture']) {
  if (!picture) return null
  const { path, ...size } = picture
  const address = await addressOf(context, path, pictureLife)
  return address === null ? null : { address, ...size }
}

/** All sheets of its reduced volume, or none. */
async function signedPreview(context: FunctionContext, preview: Opened['preview']) {
  if (!preview) return null
  const { paths, ...rest } = preview
  const sheets = await Promise.all(paths.map((path) => addressOf(context, path, pictureLife)))
  return sheets.includes(null) ? null : { ...rest, sheets }
}

/** Without the host: this function may reach the backend at another address than the browser does. */
async function addressOf(context: FunctionContext, path: string, seconds: number): Promise<string | null> {
  const { data, error } = await context.links.sign(path, seconds)
  if (error) return null
  const { pathname, search } = new URL(data.signedUrl)
  return pathname + search
}

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
