import type { OpenStudy } from '#web/imaging/client.ts'

/** A study as what keeps the work on it is given it; not open yet while its preview is seen. */
export type OpenedStudy = { study: OpenStudy | null; part: string; onPart: (part: string) => void }
