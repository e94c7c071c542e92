/** Addresses of pictures by their path in study_files, and until when they are used, in milliseconds since 1970. */
export type PictureMemory = Map<string, { address: string; until: number }>

let memory: PictureMemory = new Map()

// Apart from what fills it, because every screen may sign out and not every screen has pictures.
export const pictureMemory = () => memory

/** The next person at this browser must not find them. What is on its way goes to the old memory. */
export function forgetPictures(): void {
  memory = new Map()
}
