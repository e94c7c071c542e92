import { readdirSync, readFileSync } from 'node:fs'
import { besideFile, previewMaker } from '#domain/study-preview.ts'
import { assetOf } from './assets.ts'
import type { Examined } from './films.ts'
import type { StudyRow } from './studies.ts'

/** The files beside a study's, by name, and the row that `put_study_preview` takes. */
export type DemoPreview = { pictures: Map<string, Uint8Array<ArrayBuffer>>; row: Record<string, unknown> }

type Made = { sizes: Record<'thumb' | 'cover', [number, number]>; facts: object; sheets: object | null }

const folder = new URL('../assets/previews/', import.meta.url)
const known = new Map<string, { pictures: DemoPreview['pictures']; made: Made }>()

/** What tools/demo-previews.ts made of a study's file. */
export function previewOf(
  seed: number,
  study: StudyRow & { file_url: string },
  patient: Examined,
): DemoPreview {
  const source = study.file_url
  const row = { source, maker: previewMaker, state: 'ready', reason: null }
  const name = assetOf(seed, study, patient)
  const { pictures, made } = known.get(name) ?? read(name)
  const { sizes, facts, sheets, ...rest } = made
  const paths = [...pictures.keys()].flatMap((file) =>
    file.startsWith('previa-') ? besideFile(source, file) : [],
  )
  return {
    pictures,
    row: {
      ...row,
      ...rest,
      thumb_path: besideFile(source, 'miniatura.webp'),
      thumb_width: sizes.thumb[0],
      thumb_height: sizes.thumb[1],
      cover_path: besideFile(source, 'portada.webp'),
      cover_width: sizes.cover[0],
      cover_height: sizes.cover[1],
      sheets: sheets && { ...sheets, paths },
      facts: { ...facts, performed_at: study.study_date },
    },
  }
}

function read(name: string) {
  const place = new URL(`${name}/`, folder)
  const names = readdirSync(place).toSorted()
  const made: Made = JSON.parse(readFileSync(new URL('preview.json', place), 'utf8'))
  const pictures = new Map(
    names.flatMap((file): [string, Uint8Array<ArrayBuffer>][] =>
      file.endsWith('.webp') ? [[file, new Uint8Array(readFileSync(new URL(file, place)))]] : [],
    ),
  )
  const found = { pictures, made }
  known.set(name, found)
  return found
}
