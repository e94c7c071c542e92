/** Whether a path belongs to this site; refuses anything that a browser could read as another origin. */
export function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path)
}
