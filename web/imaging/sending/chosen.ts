import { isLitter } from '#domain/export-names.ts'

/** A file as it was chosen, with its folders: 'TAC/serie 1/corte-001.dcm'. */
export type ChosenFile = { path: string; file: File }

/** The files of a browser's list; those of a folder carry their path. */
export function chosenOf(files: Iterable<File>): ChosenFile[] {
  const chosen = Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }))
  return chosen.filter(({ path }) => !isLitter(path))
}

/**
 * The dropped files, folders included, in the order of their names. Call
 * it in the event itself: afterwards the browser has dropped the data.
 */
export async function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(data.items).flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  const plain = chosenOf(data.files)
  if (!entries.some((entry) => entry.isDirectory)) return plain
  const found = await Promise.all(entries.map((entry) => filesIn(entry)))
  // Folders are read in whatever order they were written.
  return found
    .flat()
    .filter(({ path }) => !isLitter(path))
    .sort((one, other) => one.path.localeCompare(other.path, 'es', { numeric: true }))
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path, file }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const files: ChosenFile[] = []
  while (true) {
    // A hundred at a time, until there are none.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return files
    for (const one of some) files.push(...(await filesIn(one)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** What the file that is sent is called: its own name, that of the folder, or 'estudio.zip'. */
export function sentName(files: ChosenFile[]): string {
  const [first] = files
  if (files.length === 1 && first) return first.file.name
  const folders = new Set(files.map(({ path }) => (path.includes('/') ? path.split('/')[0] : '')))
  const [folder] = folders
  return folders.size === 1 && folder ? `${folder}.zip` : 'estudio.zip'
}
