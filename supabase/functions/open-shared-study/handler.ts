import { settled } from '../_shared/ask.ts'
import type { FunctionContext } from '../_shared/context.ts'
import { openEndpoint } from '../_shared/endpoint.ts'
import { invalidRequest, Refusal, refusalResponse, tryLater } from '../_shared/refusal.ts'
import { type Opened, type Refused, readChecked, readOpened, refusals } from './opened.ts'

/** How long the address of the file works, and those of what lies beside it, in seconds. */
const linkLife = 60
const besideLife = 600
const noStore = { 'cache-control': 'no-store' }

/**
 * Body `{token, pin}` of a link, or `{token, visit}` after it was opened, also for a new address of the file while it is read;
 * open to anybody. Returns `{study, file: {name, address}, picture: {address, width, height, tint} | null, preview: {shape,
 * sheets: addresses, bytes, known, index: address | null, parts} | null, report: {..., images: [{address, ...}]} | null,
 * expires_at, visit}`; the file's address works for a minute. With `{token, visit, check: true}` it returns only `{outcome: 'open', report}`, for a page that
 * shows the study: the hash of what was signed last of the report that the link shows, or null. Refusals give the reason: `{error, code, outcome, left?, seconds?}` (docs/product/sharing.md). The database decides and counts; this
 * function calls it and signs the addresses.
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
  const { path, picture, preview, report, ...opened } = answer
  const address = await addressOf(context, path, linkLife)
  if (address === null) throw tryLater()
  return Response.json(
    {
      study: {
        study_type: opened.study_type,
        study_date: opened.study_date,
        patient_name: opened.patient_name,
        label: opened.label,
        hidden: opened.hidden,
      },
      file: { name: opened.file_name, address },
      picture: await signedPicture(context, picture),
      preview: await signedPreview(context, preview),
      report: await signedReport(context, report),
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
  const address = await addressOf(context, path, besideLife)
  return address === null ? null : { address, ...size }
}

/** All sheets of its reduced volume, or none. Without its index the file is loaded as a whole. */
async function signedPreview(context: FunctionContext, preview: Opened['preview']) {
  if (!preview) return null
  const { paths, index: indexPath, ...rest } = preview
  const [index, ...sheets] = await Promise.all(
    [indexPath, ...paths].map((path) => path && addressOf(context, path, besideLife)),
  )
  return sheets.includes(null) ? null : { ...rest, sheets, index }
}

/** What was signed, and its key images; one that is gone has no address. */
async function signedReport(context: FunctionContext, report: Opened['report']) {
  if (!report) return null
  const images = await Promise.all(
    report.images.map(async ({ path, facts }) => ({
      ...facts,
      address: await addressOf(context, path, besideLife),
    })),
  )
  return { ...report.words, images }
}

/** Without the host: this function may reach the backend at another address than the browser does. */
async function addressOf(context: FunctionContext, path: string, seconds: number): Promise<string | null> {
  const { data, error } = await context.links.sign(path, seconds)
  if (error) return null
  const { pathname, search } = new URL(data.signedUrl)
  return pathname + search
}

/** For a page that shows the study: whether its link is still valid, and its report the same. */
function checked(answer: Parameters<typeof settled>[0]): Response {
  const checked = readChecked(settled(answer))
  return checked.outcome === 'open'
    ? Response.json(checked, { headers: noStore })
    : refuse({ outcome: checked.outcome })
}

function refuse({ outcome, ...facts }: Refused): Response {
  const { status, error } = refusals[outcome]
  return refusalResponse(
    new Refusal(status, error),
    { outcome, ...facts },
    facts.seconds ? { 'retry-after': String(facts.seconds) } : {},
  )
}
