/** Lets the browser save a text as a file. `type` is its MIME type. */
export function saveText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Lets the browser save what is already here as a file. */
export function saveFile(name: string, content: Blob): void {
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(content)
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  freeAddress(anchor.href)
}

/** Frees the address of a blob that nobody will ask for again; the browser may still be reading what was asked for before. */
export function freeAddress(address: string): void {
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
