import { useSyncExternalStore } from 'react'
import { type Settings, useAllSettings } from './use-setting.tsx'

/** A setting of a part that several panes show at once: all of them hear of a change. `none` must stay the same. */
export function useShared<Name extends keyof Settings>(
  part: string,
  name: Name,
  none: Settings[Name],
): [Settings[Name], (next: Settings[Name]) => void, () => Settings[Name]] {
  const all = useAllSettings()
  const read = (): Settings[Name] => all.of.get(part)?.[name] ?? none
  const value = useSyncExternalStore(all.subscribe, read)
  const change = (next: Settings[Name]) => {
    all.of.set(part, { ...all.of.get(part), [name]: next })
    all.tell(false)
  }
  return [value, change, read]
}
