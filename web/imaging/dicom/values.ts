import type { DataSet } from './parser.ts'
import { tag } from './tags.ts'
import { decodeText } from './text.ts'

/** Bytes of an element as far as they are there. */
export function bytesOf(data: DataSet, name: string): Uint8Array | undefined {
  const element = data.elements[name]
  if (!element?.length) return undefined
  return data.byteArray.subarray(element.dataOffset, element.dataOffset + element.length)
}

/** First value of a text in its character set, without padding; nothing where it is empty. */
export function textOf(data: DataSet, name: string, characterSet?: string): string | undefined {
  const bytes = bytesOf(data, name)
  if (!bytes) return undefined
  const text = decodeText(bytes, characterSet ?? data.string(tag.characterSet))
  return text.split('\\')[0]?.replace(/\0/g, '').trim() || undefined
}

/** All values of a decimal or integer string; what is no number becomes NaN. */
export function numbersOf(data: DataSet, name: string): number[] {
  const bytes = bytesOf(data, name)
  if (!bytes || bytes.length > 1 << 20) return []
  const texts = new TextDecoder('iso-8859-1').decode(bytes).replace(/\0/g, '').split('\\')
  // Some machines write a decimal comma.
  return texts.map((text) => (text.trim() ? Number(text.trim().replace(',', '.')) : Number.NaN))
}

export function numberOf(data: DataSet, name: string): number | undefined {
  const value = numbersOf(data, name)[0]
  return value !== undefined && Number.isFinite(value) ? value : undefined
}

/** A code string: upper case, without padding. */
export function codeOf(data: DataSet, name: string): string {
  return textOf(data, name)?.toUpperCase() ?? ''
}

export function itemOf(data: DataSet, name: string, index = 0): DataSet | undefined {
  return data.elements[name]?.items?.[index]?.dataSet
}

/**
 * Where what is said of one frame stands: its own functional group, the shared one, or the data set itself (PS3.3 C.7.6.16).
 */
export function groupOf(data: DataSet, frame: number, name: string): DataSet {
  const own = itemOf(data, tag.perFrameGroups, frame)
  const shared = itemOf(data, tag.sharedGroups)
  return (own && itemOf(own, name)) ?? (shared && itemOf(shared, name)) ?? data
}
