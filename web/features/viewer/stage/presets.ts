import type { GreyPicture } from '#web/imaging/types.ts'
import { automaticWindow, type Shade, shadeOf, toothWindow } from '#web/imaging/view/grey.ts'

export type Preset = { id: string; name: string; shade: () => Shade }

/** Hounsfield units, as radiologists look at faces (docs/product/studies.md). */
const ofTomography = [
  { id: 'inicio', ...toothWindow, name: 'Hueso y dientes' },
  { id: 'hueso', name: 'Hueso', center: 500, width: 2000 },
  { id: 'blandos', name: 'Tejidos blandos', center: 40, width: 400 },
  { id: 'dientes', name: 'Dientes', center: 1400, width: 3200 },
]

/** The ways of showing greys that fit a picture: the file's own, those of a tomography, and the automatic one. */
export function presetsOf(picture: GreyPicture): Preset[] {
  const { voiTable, windows, unit } = picture
  return [
    ...(voiTable
      ? [{ id: 'tabla', name: 'Tabla del archivo', shade: (): Shade => ({ kind: 'table' }) }]
      : []),
    ...windows.map((window, at) => ({
      id: `archivo-${at}`,
      name: window.name ?? (at === 0 ? 'Del archivo' : `Del archivo (${at + 1})`),
      shade: () => shadeOf(window),
    })),
    ...(unit === 'HU'
      ? ofTomography.map((one) => ({ id: one.id, name: one.name, shade: () => shadeOf(one) }))
      : []),
    { id: 'auto', name: 'Automática', shade: () => shadeOf(automaticWindow(picture)) },
  ]
}

/** Which of them is shown; undefined when somebody made a window of their own. */
export function presetLike(presets: readonly Preset[], shade: Shade): Preset | undefined {
  return presets.find((preset) => {
    const one = preset.shade()
    if (one.kind === 'table' || shade.kind === 'table') return one.kind === shade.kind
    return one.center === shade.center && one.width === shade.width && one.curve === shade.curve
  })
}
