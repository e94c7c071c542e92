import { keptEntries } from '#domain/kept-entries.ts'

/**
 * What is loaded without asking on a phone, or where every megabyte may cost something; in bytes. A preview is enough for
 * many, so after one less comes by itself.
 */
const freely = 100_000_000
const freelyAfterPreview = 20_000_000

export type Device = { phone: boolean; metered: boolean }

/** Whether somebody must be asked before so many bytes are loaded (docs/product/studies.md). */
export function asksBefore(bytes: number, { phone, metered }: Device, hasPreview = false): boolean {
  if (hasPreview) return metered || (phone && bytes > freelyAfterPreview)
  return bytes > freely && (phone || metered)
}

/** What the browser tells about device and connection; one that tells nothing is neither. */
export function thisDevice(): Device {
  const connection: { saveData?: unknown; type?: unknown; effectiveType?: unknown } | undefined = Reflect.get(
    navigator,
    'connection',
  )
  const slow = /2g|3g/.test(String(connection?.effectiveType ?? ''))
  return {
    phone: matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < 640,
    metered:
      readSaving() ||
      connection?.saveData === true ||
      connection?.type === 'cellular' ||
      slow ||
      matchMedia('(prefers-reduced-data: reduce)').matches,
  }
}

/** Whether somebody chose 'Ahorro de datos' on this device. */
export const readSaving = () => localStorage.getItem(keptEntries.saving) === 'yes'

/** Keeps the choice for the device. */
export function keepSaving(saving: boolean): void {
  if (saving) localStorage.setItem(keptEntries.saving, 'yes')
  else localStorage.removeItem(keptEntries.saving)
}

/** Memory for a volume on this device, in bytes: an eighth of it; a phone that does not tell counts as small. */
export function volumeMemory(device: Device): number {
  const told: unknown = Reflect.get(navigator, 'deviceMemory')
  const gigabytes = typeof told === 'number' ? told / 8 : device.phone ? 0.25 : 1
  return gigabytes * 1024 ** 3
}
