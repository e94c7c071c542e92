import { FolderOpen, Paperclip, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { fileSize } from '#domain/file-size.ts'
import { type ChosenFile, chosenOf, droppedFiles } from '#web/imaging/sending/chosen.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, type FieldProps } from '#web/ui/field.tsx'
import { byFinger, useMedia } from '#web/ui/use-media.ts'

/** Show this many names; a tomography has hundreds. */
const shown = 5

/**
 * The file of a study: one, several, a folder or a ZIP, dropped or chosen. Several become one ZIP when sent, as the list says.
 */
export function StudyFileField({
  files,
  onChange,
  disabled,
  ...field
}: FieldProps & {
  files: ChosenFile[] | null
  onChange: (files: ChosenFile[] | null) => void
  disabled: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  // A finger drops nothing, and its device has no folders to choose.
  const isTouched = useMedia(byFinger)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (chosen: ChosenFile[]) => {
    // The same file can be chosen again.
    for (const { current } of [input, folder]) if (current) current.value = ''
    if (chosen.length === 0) return
    const empty = chosen.every(({ file }) => file.size === 0)
    setProblem(empty ? emptyWords(chosen.length) : null)
    if (!empty) onChange(chosen)
  }
  async function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(await droppedFiles(event.dataTransfer))
  }
  return (
    <Field {...field} error={problem ?? field.error}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the buttons do
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(!disabled)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => void drop(event)}
          className={cx(
            'grid grid-cols-1 gap-3 rounded-field border border-dashed p-4',
            over ? 'border-brand-700 bg-brand-50' : 'border-line-strong bg-sunken',
          )}
        >
          <input
            {...control}
            ref={input}
            type="file"
            multiple
            disabled={disabled}
            tabIndex={-1}
            onChange={(event) => take(chosenOf(event.target.files ?? []))}
            className="sr-only"
          />
          {!isTouched && (
            <input
              ref={folder}
              type="file"
              aria-label="Carpeta del estudio"
              disabled={disabled}
              tabIndex={-1}
              onChange={(event) => take(chosenOf(event.target.files ?? []))}
              className="sr-only"
              {...{ webkitdirectory: '' }}
            />
          )}
          {files ? (
            <FileList files={files} />
          ) : (
            !isTouched && (
              <p className="flex items-center gap-2.5 text-ink-3">
                <Upload aria-hidden className="size-5 shrink-0" />
                Suelta aquí archivos, una carpeta o un ZIP
              </p>
            )
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="compact" disabled={disabled} onClick={() => input.current?.click()}>
              <Paperclip aria-hidden className="size-4" />
              {files ? 'Cambiar archivos' : 'Elegir archivos'}
            </Button>
            {!isTouched && (
              <Button size="compact" disabled={disabled} onClick={() => folder.current?.click()}>
                <FolderOpen aria-hidden className="size-4" />
                Elegir carpeta
              </Button>
            )}
            {files && (
              <Button
                size="compact"
                disabled={disabled}
                onClick={() => {
                  setProblem(null)
                  onChange(null)
                }}
              >
                Quitar archivo
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

const emptyWords = (count: number) =>
  count === 1
    ? 'El archivo está vacío: no contiene ningún dato. Elige otro.'
    : 'Los archivos están vacíos: no contienen ningún dato. Elige otros.'

function FileList({ files }: { files: ChosenFile[] }) {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <div className="min-w-0">
      <ul aria-label="Lo que se enviará" className="grid grid-cols-1 gap-1">
        {files.slice(0, shown).map(({ path, file }) => (
          <li key={path} className="wrap-break-word">
            {path} <span className="text-meta text-ink-3">({fileSize(file.size)})</span>
          </li>
        ))}
        {files.length > shown && <li className="text-meta text-ink-3">y {files.length - shown} más</li>}
      </ul>
      {files.length > 1 && (
        <p className="mt-2 text-meta text-ink-3">
          {files.length} archivos, {fileSize(bytes)} en total. Se envían juntos en un ZIP.
        </p>
      )}
    </div>
  )
}
