import { useSyncExternalStore } from 'react'
import { keptEntries } from '#domain/kept-entries.ts'

/** The portal's themes; `auto` is what the system has. */
export const themes = ['auto', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

/** The theme of this device, also when another tab chooses it, and how to choose it (docs/product/accounts.md). */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, read), choose]
}

function read(): Theme {
  const stored = localStorage.getItem(keptEntries.theme)
  return themes.find((theme) => theme === stored) ?? 'auto'
}

function choose(theme: Theme): void {
  if (theme === 'auto') localStorage.removeItem(keptEntries.theme)
  else localStorage.setItem(keptEntries.theme, theme)
  // Browsers tell the other tabs. Here web/public/theme.js waits for it as well.
  dispatchEvent(new StorageEvent('storage', { key: keptEntries.theme }))
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
