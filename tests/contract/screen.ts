import { readdir, readFile } from 'node:fs/promises'
import { Window } from 'happy-dom'
import { vi } from 'vitest'
import { demoPassword } from '#demo/generate/accounts.ts'
import type { TestProduct } from '#tests/product.ts'

/** What one person's screens ask the backend with. */
export type Screen = Awaited<ReturnType<typeof loadScreen>>

/** The functions of a screen that ask at once; a query waits until it is read. */
export type Asking = {
  [Name in keyof Screen]: Screen[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
}[keyof Screen]

/** Beside web/queries, the modules whose functions the screens call to change something. */
const beside = [
  'web/backend/functions.ts',
  'web/backend/shared-study.ts',
  'web/backend/verify-receipt.ts',
  'web/backend/verify-report.ts',
  'web/backend/track-request.ts',
  'web/features/request-form/backend.ts',
  'web/session/open-sessions.ts',
  'web/session/photos.ts',
]

/** The module of one screen that loads on first use and knows the person. */
const loadUploads = () =>
  vi.importActual<typeof import('#web/backend/uploads/send-study.ts')>('#web/backend/uploads/send-study.ts')
type Uploads = Awaited<ReturnType<typeof loadUploads>>

const uploadsOf = new WeakMap<Screen, Uploads>()
let uploads: Uploads

// A module that loads on first use would be that of the screen opened last.
vi.doMock('#web/backend/uploads/send-study.ts', () => ({
  sendStudyFile: (...given: Parameters<Uploads['sendStudyFile']>) => uploads.sendStudyFile(...given),
}))

/** Lets this one of several screens upload. */
export function turnTo(screen: Screen): Screen {
  uploads = uploadsOf.get(screen) ?? uploads
  return screen
}

async function loadScreen() {
  return {
    ...(await import('#web/backend/functions.ts')),
    ...(await import('#web/backend/shared-study.ts')),
    ...(await import('#web/backend/verify-receipt.ts')),
    ...(await import('#web/backend/verify-report.ts')),
    ...(await import('#web/backend/track-request.ts')),
    ...(await import('#web/features/request-form/backend.ts')),
    ...(await import('#web/session/open-sessions.ts')),
    ...(await import('#web/session/photos.ts')),
    ...(await import('#web/session/prove-password.ts')),
    ...(await import('#web/session/recovery.ts')),
    ...(await import('#web/session/second-factor.ts')),
    ...(await import('#web/session/session.ts')),
    ...(await import('#web/queries/access.ts')),
    ...(await import('#web/queries/activations.ts')),
    ...(await import('#web/queries/admin-income.ts')),
    ...(await import('#web/queries/admin-overview.ts')),
    ...(await import('#web/queries/admin-path.ts')),
    ...(await import('#web/queries/admin-requests.ts')),
    ...(await import('#web/queries/admin-studies.ts')),
    ...(await import('#web/queries/admin-users.ts')),
    ...(await import('#web/queries/analytics.ts')),
    ...(await import('#web/queries/arrivals.ts')),
    ...(await import('#web/queries/audit.ts')),
    ...(await import('#web/queries/booking.ts')),
    ...(await import('#web/queries/appointment-acts.ts')),
    ...(await import('#web/queries/appointment-events.ts')),
    ...(await import('#web/queries/appointment-links.ts')),
    ...(await import('#web/queries/appointments.ts')),
    ...(await import('#web/queries/visits.ts')),
    ...(await import('#web/queries/agenda-settings.ts')),
    ...(await import('#web/queries/clinic-hours.ts')),
    ...(await import('#web/queries/clinic-orders.ts')),
    ...(await import('#web/queries/clinic.ts')),
    ...(await import('#web/queries/dentists.ts')),
    ...(await import('#web/queries/doctors.ts')),
    ...(await import('#web/queries/exports.ts')),
    ...(await import('#web/queries/health.ts')),
    ...(await import('#web/queries/history.ts')),
    ...(await import('#web/queries/invoices.ts')),
    ...(await import('#web/queries/key-images.ts')),
    ...(await import('#web/queries/link-requests.ts')),
    ...(await import('#web/queries/machines.ts')),
    ...(await import('#web/queries/missing-previews.ts')),
    ...(await import('#web/queries/messages.ts')),
    ...(await import('#web/queries/my-studies.ts')),
    ...(await import('#web/queries/new-studies.ts')),
    ...(await import('#web/queries/notes.ts')),
    ...(await import('#web/queries/orders.ts')),
    ...(await import('#web/queries/pending-count.ts')),
    ...(await import('#web/queries/profiles.ts')),
    ...(await import('#web/queries/quick-search.ts')),
    ...(await import('#web/queries/receivers.ts')),
    ...(await import('#web/queries/referrers.ts')),
    ...(await import('#web/queries/report-addenda.ts')),
    ...(await import('#web/queries/report-drafts.ts')),
    ...(await import('#web/queries/report-lists.ts')),
    ...(await import('#web/queries/report-measures.ts')),
    ...(await import('#web/queries/report-needed.ts')),
    ...(await import('#web/queries/report-templates.ts')),
    ...(await import('#web/queries/report-words.ts')),
    ...(await import('#web/queries/reports.ts')),
    ...(await import('#web/queries/report-reading.ts')),
    ...(await import('#web/queries/requests.ts')),
    ...(await import('#web/queries/services.ts')),
    ...(await import('#web/queries/shares.ts')),
    ...(await import('#web/queries/signing-profile.ts')),
    ...(await import('#web/queries/studies.ts')),
    ...(await import('#web/queries/studies-to-compare.ts')),
    ...(await import('#web/queries/study-download.ts')),
    ...(await import('#web/queries/study-changes.ts')),
    ...(await import('#web/queries/study-curves.ts')),
    ...(await import('#web/queries/study-desks.ts')),
    ...(await import('#web/queries/study-file.ts')),
    ...(await import('#web/queries/study-marks.ts')),
    ...(await import('#web/queries/study-previews.ts')),
    ...(await import('#web/queries/viewer-presets.ts')),
  }
}

/**
 * The screens of one person's page of the product: their modules loaded anew, so with a client of its own, and addresses
 * that begin with '/' lead to the product. Without an `email` nobody is signed in.
 */
export async function openScreen(product: TestProduct, email?: string): Promise<Screen> {
  vi.unstubAllGlobals()
  const reach = globalThis.fetch
  const page = new Window({
    url: product.url,
    settings: { navigation: { disableMainFrameNavigation: true } },
  })
  vi.stubGlobal('location', new URL(product.url))
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    reach(typeof input === 'string' ? new URL(input, product.url) : input, init),
  )
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('localStorage', page.localStorage)
  vi.stubGlobal('sessionStorage', page.sessionStorage)
  // happy-dom's sends its own files only.
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends page.XMLHttpRequest {
      override send(body?: unknown) {
        if (body instanceof Blob) void body.arrayBuffer().then((bytes) => super.send(new Uint8Array(bytes)))
        else super.send()
      }
    },
  )
  vi.resetModules()
  const screen = await loadScreen()
  uploads = await loadUploads()
  uploadsOf.set(screen, uploads)
  const { getClient } = await import('#web/backend/client.ts')
  const { auth } = await getClient()
  if (email) {
    const { error } = await auth.signInWithPassword({ email, password: demoPassword })
    if (error) throw error
  }
  return screen
}

/** A query's first request: its table or function, the rest of the address, and how many there were. None gets a row. */
export async function firstAsked(
  run: (screen: Screen) => Promise<unknown>,
): Promise<{ path: string; search: string; requests: number }> {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://clinica.test', supabaseAnonKey: 'x' })
    asked.push(new URL(input instanceof Request ? input.url : input))
    return Response.json([])
  })
  vi.resetModules()
  await run(await loadScreen())
  vi.unstubAllGlobals()
  const [first] = asked
  if (!first) throw new Error('It asked nothing')
  return {
    path: first.pathname.replace('/rest/v1/', ''),
    search: first.search.slice(1),
    requests: asked.length,
  }
}

/** The names of every query that web/queries exports. */
export async function queryNames(): Promise<string[]> {
  return (await exportsOf(await queryFiles())).flatMap(({ name }) => (name.endsWith('Query') ? [name] : []))
}

/** The names of every other function of the screens that asks the backend: it returns a promise. */
export async function askingNames(): Promise<string[]> {
  const found = await exportsOf([...(await queryFiles()), ...beside])
  return found.flatMap(({ name, signature }) => (signature.includes('): Promise<') ? [name] : []))
}

async function queryFiles(): Promise<string[]> {
  const names = await readdir('web/queries')
  return names.filter((name) => !name.endsWith('.test.ts')).map((name) => `web/queries/${name}`)
}

/** What modules export: its name, and the text until its body begins. */
async function exportsOf(files: readonly string[]): Promise<{ name: string; signature: string }[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return texts.flatMap((text) =>
    [...text.matchAll(/^export (?:const (\w+)|(?:async )?function (\w+)[\s\S]*?\)(?:: .*)? \{$)/gm)].map(
      ([signature, constant, name]) => ({ name: name ?? constant ?? '', signature }),
    ),
  )
}
