/** Lets the browser save something that is already here. */
export function saveBlob(blob: Blob, name: string): void {
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(blob)
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  // The browser has begun to read it by the next turn; it needs the address no longer.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000)
}
