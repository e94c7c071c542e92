import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { newId } from '#web/backend/ids.ts'
import type { Window } from '#web/imaging/types.ts'
import { type Shade, shadeOf } from '#web/imaging/view/grey.ts'
import {
  addPreset,
  type OwnPreset,
  presetKeys,
  presetsQuery,
  removePreset,
} from '#web/queries/viewer-presets.ts'
import { useProfile } from '#web/session/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { FilmButton } from '../stage/film.tsx'
import { sayFailed } from './say-failed.ts'

/** Windows of one's own. */
const mostPresets = 12

/** 'Mis ajustes': windows that the person gave a name, to be chosen, kept and removed. */
export function OwnWindows({ window, onShade }: { window: Window; onShade: (shade: Shade) => void }) {
  const { id: owner_id } = useProfile()
  const client = useQueryClient()
  const { data: presets = [] } = useQuery(presetsQuery())
  const [name, setName] = useState<string | null>(null)
  const field = useId()

  async function change(make: () => Promise<void>) {
    try {
      await make()
      setName(null)
    } catch (failure) {
      sayFailed(failure, 'No se pudo guardar el ajuste.')
    } finally {
      void client.invalidateQueries({ queryKey: presetKeys.all })
    }
  }

  function keep() {
    if (!name?.trim()) return
    const { center, width } = window
    void change(() => addPreset({ id: newId(), owner_id, name: name.trim(), center, width }))
  }

  function begin() {
    if (presets.length < mostPresets) setName('')
    else toast({ title: `Ya tienes ${mostPresets} ajustes guardados.`, variant: 'destructive' })
  }

  return (
    <div className="grid gap-1.5">
      <h3 className="text-label">Mis ajustes</h3>
      {presets.length > 0 && (
        <ul className="grid gap-1">
          {presets.map((preset) => (
            <OwnWindow
              key={preset.id}
              preset={preset}
              onChoose={() => onShade(shadeOf(preset))}
              onRemove={() => void change(() => removePreset(preset.id))}
            />
          ))}
        </ul>
      )}
      {name === null ? (
        <FilmButton icon={<Plus aria-hidden className="size-4.5" />} onClick={begin}>
          Guardar este ajuste
        </FilmButton>
      ) : (
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            keep()
          }}
        >
          <label htmlFor={field} className="text-meta text-film-ink-2">
            Nombre del ajuste
          </label>
          <input
            id={field}
            // biome-ignore lint/a11y/noAutofocus: the field is what was asked for.
            autoFocus
            required
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            className="min-h-11 rounded-small border border-film-700 bg-film-950 px-3 text-body text-film-ink"
          />
          <div className="flex gap-2">
            <FilmButton type="submit" variant="solid">
              Guardar
            </FilmButton>
            <FilmButton onClick={() => setName(null)}>Cancelar</FilmButton>
          </div>
        </form>
      )}
    </div>
  )
}

function OwnWindow({
  preset,
  onChoose,
  onRemove,
}: {
  preset: OwnPreset
  onChoose: () => void
  onRemove: () => void
}) {
  const { name, center, width } = preset
  return (
    <li className="-mr-2.5 flex items-center gap-1">
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-small px-2 text-left text-meta font-semibold text-film-ink transition hover:bg-film-800"
      >
        <span className="min-w-0 flex-1 wrap-break-word">{name}</span>
        <span className="font-normal text-film-ink-2 tabular-nums">
          {Math.round(center)} / {Math.round(width)}
        </span>
      </button>
      <IconButton
        tone="film"
        label={`Quitar el ajuste ${name}`}
        icon={<Trash2 aria-hidden className="size-4.5" />}
        onClick={onRemove}
      />
    </li>
  )
}
