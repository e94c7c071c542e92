import { pictureKinds, previewIndex, previewMaker, sheetName } from '#domain/study-preview.ts'
import { loadCode } from '#web/backend/load-code.ts'
import type { MadePicture, MadePreview } from '#web/imaging/sending/preview.ts'
import type { ImagingProblem } from '#web/imaging/types.ts'
import { type KeptPreview, putStudyPreview } from '#web/queries/study-previews.ts'

/** Problems of a browser or a connection: the study stays without a row, and its preview is made another time. */
const notTheFiles = new Set<ImagingProblem>(['cancelled', 'not_loaded', 'no_tiff_here', 'no_heic_here'])

type StoredStudy = { id: string; file_url: string }
type Send = (name: string, file: Blob) => Promise<string | null>
type Place = { path: string | null; width: number | null; height: number | null }

const nowhere: Place = { path: null, width: null, height: null }

/** Stores a study's pictures as soon as they are made. Never rejects: nobody waits for it, and a study works without. */
export async function storePreview(
  study: StoredStudy,
  making: Promise<MadePreview>,
  kept: KeptPreview | null = null,
): Promise<void> {
  try {
    await storeMade(study, await making, kept)
  } catch {
    // The list shows the study without a picture.
  }
}

/**
 * Stores a study's pictures beside its file, each for itself, and then the row that names them (docs/product/studies.md). `kept` is
 * a partial preview that is there already: nobody can replace a picture that a row names. False where nothing is stored, so that
 * the preview is made another time. Throws AppError `upload_file`.
 */
export async function storeMade(
  study: StoredStudy,
  made: MadePreview,
  kept: KeptPreview | null,
): Promise<boolean> {
  if (made.problem && notTheFiles.has(made.problem)) return false
  const { sendBeside } = await loadCode(() => import('#web/backend/uploads/send-study.ts'))
  const send: Send = (name, file) => sendBeside(study.file_url, name, file).catch(() => null)
  const [thumb, cover, sheets, index_path] = await Promise.all([
    sendPicture('thumb', made.thumb, kept, send),
    sendPicture('cover', made.cover, kept, send),
    sendSheets(made, send),
    made.index ? send(previewIndex.name, made.index) : null,
  ])
  const state = stateOf(made, { thumb: thumb.path, cover: cover.path, sheets })
  if (!state) return false
  await putStudyPreview(study.id, {
    source: study.file_url,
    state,
    reason: made.problem,
    kind: made.kind,
    thumb_path: thumb.path,
    thumb_width: thumb.width,
    thumb_height: thumb.height,
    cover_path: cover.path,
    cover_width: cover.width,
    cover_height: cover.height,
    tint: made.tint,
    sheets,
    index_path,
    parts: made.parts,
    facts: made.facts,
    maker: previewMaker,
  })
  return true
}

async function sendPicture(
  kind: keyof typeof pictureKinds,
  picture: MadePicture | null,
  kept: KeptPreview | null,
  send: Send,
): Promise<Place> {
  if (!picture) return nowhere
  if (kept?.[`${kind}_path`])
    return { path: kept[`${kind}_path`], width: kept[`${kind}_width`], height: kept[`${kind}_height`] }
  const { blob, width, height } = picture
  const path = await send(`${pictureKinds[kind].name}.${endingOf(blob)}`, blob)
  return path ? { path, width, height } : nowhere
}

/** All sheets or none: a part of them is no volume. */
async function sendSheets({ sheets }: MadePreview, send: Send) {
  if (!sheets) return null
  const { files, ...volume } = sheets
  const sent = await Promise.all(files.map((file, at) => send(`${sheetName(at)}.${endingOf(file)}`, file)))
  const paths = sent.filter((path) => path !== null)
  return paths.length === files.length ? { ...volume, paths } : null
}

const endingOf = ({ type }: Blob) => (type === 'image/webp' ? 'webp' : 'jpg')

/** Null where pictures were made and none could be stored: then there is nothing to tell yet. */
function stateOf(
  { problem, kind, thumb, cover }: MadePreview,
  stored: { thumb: string | null; cover: string | null; sheets: object | null },
): 'ready' | 'partial' | 'none' | 'failed' | null {
  if (problem) return 'failed'
  if (!thumb && !cover) return 'none'
  if (!stored.thumb && !stored.cover) return null
  const whole = stored.thumb && stored.cover && (kind !== 'volume' || stored.sheets)
  return whole ? 'ready' : 'partial'
}
