import { readFile } from 'node:fs/promises'
import { besideFile, previewMaker } from '#domain/study-preview.ts'
import type { NewStudyPreview } from '#web/backend/database.ts'
import { studiesOf } from './study-files.ts'

type Change = Partial<NewStudyPreview>

/** A tomography whose pictures are there and whose sheets are not. */
export const volume: Change = { state: 'partial', kind: 'volume', parts: { volumes: 1 } }

const withoutPictures = {
  ...{ thumb_path: null, thumb_width: null, thumb_height: null },
  ...{ cover_path: null, cover_width: null, cover_height: null, tint: null },
}

/** A doctor who adds studies with their pictures for the first demo patient; each is newer than all others. */
export async function picturedStudiesOf(url: string) {
  const studies = await studiesOf(url)
  const preview = (source: string): NewStudyPreview => ({
    ...{ source, state: 'ready', reason: null, kind: 'photo', sheets: null, index_path: null },
    ...{ thumb_path: besideFile(source, 'miniatura.webp'), thumb_width: 640, thumb_height: 480 },
    ...{ cover_path: besideFile(source, 'portada.webp'), cover_width: 1280, cover_height: 960 },
    ...{ tint: '1d2327', parts: { photos: 1 }, facts: {}, maker: previewMaker },
  })
  return {
    ...studies,
    /** `picture` is one of the public page's (web/public/img). */
    async addPictured(study_type: string, picture: string, change: Change = {}): Promise<string> {
      const [small, large] = await Promise.all(
        [640, 1280].map(
          async (side) => new Uint8Array(await readFile(`web/public/img/${picture}-${side}.webp`)),
        ),
      )
      if (!small || !large) throw new Error('Both were read')
      const { id, path } = await studies.addStored('imagen.webp', large, { study_type })
      await studies.upload(besideFile(path, 'miniatura.webp'), small, 'image/webp')
      await studies.upload(besideFile(path, 'portada.webp'), large, 'image/webp')
      await studies.putPreview(id, { ...preview(path), ...change })
      return id
    },
    /** A PDF has a preview, but no picture. */
    async addDocument(study_type: string): Promise<string> {
      const pdf = new TextEncoder().encode('%PDF-1.7\n')
      const { id, path } = await studies.addStored('informe.pdf', pdf, { study_type })
      await studies.putPreview(id, {
        ...{ ...preview(path), ...withoutPictures, state: 'none', kind: 'document', parts: { documents: 1 } },
      })
      return id
    },
    /** What nobody can open: it has a preview that says so. */
    async addUnreadable(study_type: string): Promise<string> {
      const { id, path } = await studies.addStored('roto.dcm', new Uint8Array(10), { study_type })
      await studies.putPreview(id, {
        ...{
          ...preview(path),
          ...withoutPictures,
          state: 'failed',
          kind: null,
          reason: 'truncated',
          parts: {},
        },
      })
      return id
    },
  }
}
