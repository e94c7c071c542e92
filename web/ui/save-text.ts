/** Lets the browser save a text as a file. `type` is its MIME type. */
export function saveText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** Lets the browser save what was made here as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
  URL.revokeObjectURL(url)
}
