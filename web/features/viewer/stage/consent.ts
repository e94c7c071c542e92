import type { Device } from '#web/hooks/device.ts'

/**
 * What is loaded without asking on a phone, or where every megabyte may cost something; in bytes. A preview is enough for
 * many, so after one less comes by itself.
 */
const freely = 100_000_000
const freelyAfterPreview = 20_000_000

/** Whether somebody must be asked before so many bytes are loaded (docs/product/studies.md). */
export function asksBefore(bytes: number, { phone, metered }: Device, hasPreview = false): boolean {
  if (hasPreview) return metered || (phone && bytes > freelyAfterPreview)
  return bytes > freely && (phone || metered)
}

/** Memory for a volume on this device, in bytes: an eighth of it; a phone that does not tell counts as small. */
export function volumeMemory(device: Device): number {
  const told: unknown = Reflect.get(navigator, 'deviceMemory')
  const gigabytes = typeof told === 'number' ? told / 8 : device.phone ? 0.25 : 1
  return gigabytes * 1024 ** 3
}
