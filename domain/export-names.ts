// Names of files as imaging programs and systems give them.

const litter = new Set(['.ds_store', 'thumbs.db', 'desktop.ini'])

/** Whether a system left it in the folder for itself; `path` with '/' between its folders. */
export function isLitter(path: string): boolean {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  return litter.has(name) || name.startsWith('._') || parts.includes('__macosx')
}

/** Whether a name says that it is a scan of the teeth. */
export const isScanName = (name: string) => /\.(?:stl|ply)$/i.test(name)

/** Whether a name says that it is something of an examination: what it holds and cannot be read is told. */
export const isImageName = (name: string) => /\.(?:dcm|dicom|dic|ima|zip|stl|ply)$/i.test(name)

/** What the scans of one person have in common: the name up to which jaw it is; without a jaw all of it. */
export function scanStem(name: string): string {
  const whole = name.toLowerCase().normalize('NFC')
  const at = whole.search(/superior|inferior|upper|lower/)
  return at < 0 ? whole : whole.slice(0, at).replace(/[\s._-]+$/, '')
}
