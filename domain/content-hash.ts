/** A hash as people compare it: 'a1b2c3d4 e5f60718 ...', eight digits together. */
export function hashGroups(hash: string): string {
  return hash.match(/.{1,8}/g)?.join(' ') ?? ''
}

/** The name of the file that holds a report's signed text. */
export function signedTextName(folio: string): string {
  return `${folio}.txt`
}
