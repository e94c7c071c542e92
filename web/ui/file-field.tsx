import { Paperclip, X } from 'lucide-react'
import { useRef } from 'react'
import { fileSize } from '#domain/file-size.ts'
import { cx } from './cx.ts'
import { controlStyle, Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** One file: chosen with the browser's own dialog or dropped; named with its size, and taken away again. */
export function FileField({
  file,
  onChange,
  accept,
  disabled,
  ...field
}: FieldProps & {
  file: File | null
  onChange: (file: File | null) => void
  accept?: string
  disabled?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  function clear() {
    if (input.current) input.current.value = ''
    onChange(null)
  }
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          {/* The box is drawn around the browser's control, which stays the one that is focused, clicked and dropped on. */}
          <input
            {...control}
            ref={input}
            type="file"
            accept={accept}
            disabled={disabled}
            onChange={(event) => onChange(event.target.files?.[0] ?? null)}
            className={cx(controlStyle, 'peer cursor-pointer text-transparent file:hidden')}
          />
          <span className="pointer-events-none absolute inset-y-0 right-12 left-4 flex items-center gap-2.5">
            <Paperclip aria-hidden className="size-5 shrink-0 text-ink-3" />
            <span className={cx('min-w-0 truncate', !file && 'text-ink-3')}>
              {file ? `${file.name} (${fileSize(file.size)})` : 'Elige un archivo'}
            </span>
          </span>
          {file && (
            <div className="absolute inset-y-0 right-0.5 flex items-center">
              <IconButton
                label="Quitar archivo"
                disabled={disabled}
                icon={<X aria-hidden className="size-5" />}
                onClick={clear}
              />
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
