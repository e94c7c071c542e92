import { callPlainly } from './call-plainly.ts'
import { loadConfig } from './config.ts'
import type { PreviewSheets, StudyPreview } from './database.ts'
import { toAppError } from './errors.ts'
import type { DeliveredReport, KeyImage } from './report-rows.ts'

/** What a link opens; the day is yyyy-MM-dd. `address` gives the file for a minute; opening by the visit gives the next one. */
export type SharedStudy = {
  study: {
    study_type: string | null
    study_date: string
    patient_name: string | null
    /** For whom the link was made. */
    label: string | null
    hidden: boolean
  }
  file: { name: string; address: string }
  /** Its large picture; width and height in pixels, `tint` is 6 hexadecimal digits. None for a copy without identity. */
  picture: { address: string; width: number; height: number; tint: string | null } | null
  preview: SharedPreview | null
  /** The delivered report, where the link carries it. */
  report: SharedReport | null
  expires_at: string
  /** Fetches the file again for a while, without the PIN, and without counting as a use. */
  visit: string
}

/** A study's reduced volume in four sheets, and what is known of its file. */
type SharedPreview = {
  shape: Omit<PreviewSheets, 'paths'>
  sheets: string[]
  /** Of the file. */
  bytes: number
  /** Whether the file states its scale. */
  known: boolean
  /** The address of `indice.json`; without it the file is not read in parts. */
  index: string | null
  parts: StudyPreview['parts']
}

/** A delivered report; a key image whose file is gone has no address. */
export type SharedReport = Omit<Extract<DeliveredReport, { state: 'firmado' }>, 'images'> & {
  images: (Omit<KeyImageFacts, 'path'> & { address: string | null })[]
}

type KeyImageFacts = Pick<KeyImage, 'id' | 'path' | 'width' | 'height' | 'caption' | 'sha256' | 'position'>

/** Why a link did not open: `left` tries before it is locked, `seconds` until the next try. */
export type SharedRefusal = {
  outcome: 'wrong' | 'locked' | 'blocked' | 'revoked' | 'expired' | 'used_up' | 'visit_over'
  left?: number
  seconds?: number
}

/**
 * Opens a link with its PIN, or again within a visit; returns the study, or why not. Does without the backend's client, which a
 * page for one study does not need. Throws an AppError `load_study`; reason `limit` after too many tries.
 */
export async function openSharedStudy(
  token: string,
  key: { pin: string } | { visit: string },
): Promise<SharedStudy | SharedRefusal> {
  try {
    const { supabaseUrl } = await loadConfig()
    const { body, ok, status } = await callPlainly<SharedStudy | SharedRefusal | { error?: unknown }>(
      'open-shared-study',
      { token, ...key },
    )
    if ('outcome' in body) return body
    if (!ok || !('file' in body)) throw { status, ...body }
    const whole = (address: string) => supabaseUrl + address
    const { file, picture, preview, report } = body
    return {
      ...body,
      file: { ...file, address: whole(file.address) },
      picture: picture && { ...picture, address: whole(picture.address) },
      preview: preview && {
        ...preview,
        sheets: preview.sheets.map(whole),
        index: preview.index && whole(preview.index),
      },
      report: report && {
        ...report,
        images: report.images.map((image) => ({ ...image, address: image.address && whole(image.address) })),
      },
    }
  } catch (failure) {
    throw toAppError(failure, 'load_study')
  }
}

/** What an open visit hears: that it goes on, with `report` as `lastSigned` says it, or why it has ended. */
export type VisitCheck = { outcome: 'open'; report: string | null } | SharedRefusal

/** Whether the link of an open visit lives; null when the backend cannot be reached: then the study stays open. */
export async function checkVisit(token: string, visit: string): Promise<VisitCheck | null> {
  try {
    const { body } = await callPlainly<VisitCheck | { error?: unknown }>('open-shared-study', {
      token,
      visit,
      check: true,
    })
    return 'outcome' in body ? body : null
  } catch {
    return null
  }
}

/** The SHA-256 of what was signed last of a report: of itself or of its last addendum. */
export function lastSigned({ addenda, content_hash }: SharedReport): string | null {
  return addenda.at(-1)?.content_hash ?? content_hash
}
