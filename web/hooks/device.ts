import { keptEntries } from '#domain/kept-entries.ts'

export type Device = { phone: boolean; metered: boolean }

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

/** Whether what nobody asked for may be loaded: neither on a phone nor where bytes may cost something. */
export function mayLoadUnasked(): boolean {
  const { phone, metered } = thisDevice()
  return !phone && !metered
}

/** Whether somebody chose 'Ahorro de datos' on this device. */
export const readSaving = () => localStorage.getItem(keptEntries.saving) === 'yes'

/** Keeps the choice for the device. */
export function keepSaving(saving: boolean): void {
  if (saving) localStorage.setItem(keptEntries.saving, 'yes')
  else localStorage.removeItem(keptEntries.saving)
}
