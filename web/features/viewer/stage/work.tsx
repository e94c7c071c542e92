import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useCallback,
  useMemo,
  useState,
} from 'react'
import type { VolumeInfo, Window } from '#web/imaging/types.ts'
import type { Shade } from '#web/imaging/view/grey.ts'
import type { Seen } from './export-picture.ts'
import type { Tool } from './toolbar.tsx'

/** What keeps the work of whoever may keep some; it comes later than the images, or never. */
export type Work = {
  /** Its tools in the bar; `off` in a preview. */
  tools(mark: () => void, off: boolean): Tool[]
  /** Keeps what is seen as a key image. */
  mark(seen: Seen): void
  /** Windows of one's own, to be chosen and kept. */
  windows(window: Window, onShade: (shade: Shade) => void): ReactNode
}

type WorkOfStudy = {
  work: Work | null
  setWork(work: Work | null): void
  /** The volumes that were loaded, by part. */
  volumes: ReadonlyMap<string, VolumeInfo>
  noteVolume(part: string, volume: VolumeInfo): void
  /** Whether the key images are shown below the stage. */
  showsKeys: boolean
  setShowsKeys: Dispatch<SetStateAction<boolean>>
}

const context = createContext<WorkOfStudy | null>(null)

/** Where a study's stages and what keeps the work on it meet, without knowing each other. */
export function WorkOfStudy({ children }: { children: ReactNode }) {
  const [work, setWork] = useState<Work | null>(null)
  const [volumes, setVolumes] = useState<WorkOfStudy['volumes']>(() => new Map())
  const noteVolume = useCallback(
    (part: string, volume: VolumeInfo) => setVolumes((before) => new Map(before).set(part, volume)),
    [],
  )
  const [showsKeys, setShowsKeys] = useState(false)
  const value = useMemo(
    () => ({ work, setWork, volumes, noteVolume, showsKeys, setShowsKeys }),
    [work, volumes, noteVolume, showsKeys],
  )
  return <context.Provider value={value}>{children}</context.Provider>
}

const nobody: WorkOfStudy = {
  work: null,
  setWork() {},
  volumes: new Map(),
  noteVolume() {},
  showsKeys: false,
  setShowsKeys() {},
}

/** Without a keeper, nothing is kept. */
export const useWork = (): WorkOfStudy => use(context) ?? nobody
