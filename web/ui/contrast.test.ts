import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Every colour of text and of controls on the grounds where it stands (WCAG 2), in both themes, read from the style sheets.

const themeCss = readFileSync('web/ui/theme.css', 'utf8')
const darkCss = readFileSync('web/ui/dark.css', 'utf8')
const tokens = (css: string, pattern: RegExp) =>
  [...css.matchAll(pattern)].map(([, name = '', ...values]) => [name, ...values] as const)

/** What dark.css names: the token, its value in the light, in the dark. */
const pairs = tokens(darkCss, /--color-([\w-]+): light-dark\(([^()]+\([^()]+\)), ([^()]+\([^()]+\))\);/g)
/** The values of theme.css; those that are other names are resolved. */
const first = new Map(
  tokens(themeCss, /--color-([\w-]+): ((?:oklch|var)\([^()]+\));/g).map(([name, value = '']) => [
    name,
    value,
  ]),
)
const themes = {
  light: new Map(first),
  dark: new Map([...first, ...pairs.map(([name, , dark = '']) => [name, dark] as const)]),
}

type Theme = keyof typeof themes

function colour(theme: Theme, name: string): string {
  const value = themes[theme].get(name)
  const other = /^var\(--color-([\w-]+)\)$/.exec(value ?? '')?.[1]
  if (other) return colour(theme, other)
  if (!value) throw new Error(`No colour is called ${name}`)
  return value
}

/** Relative luminance of an opaque `oklch(l c h)`, by the matrices of CSS Color 4. */
function luminance(value: string): number {
  const [light = 0, chroma = 0, hue = 0] = value.match(/[\d.]+/g)?.map(Number) ?? []
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(theme: Theme, one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(colour(theme, name)))
    .sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const plain = ['paper', 'surface', 'sunken']
const tinted = ['brand-50', 'brand-100']
const states = ['pend', 'ok', 'info', 'bad', 'neu']

/** Each colour and the grounds it stands on. */
const text: [colour: string, grounds: string[]][] = [
  ['ink', [...plain, ...tinted, 'brand-200']],
  ['ink-2', [...plain, ...tinted]],
  ['ink-3', [...plain, ...tinted]],
  ['brand-700', [...plain, ...tinted]],
  ['brand-800', [...plain, ...tinted, 'brand-200']],
  ...states.map((state): [string, string[]] => [state, [...plain, `${state}-soft`]]),
  ['white', ['action', 'action-hover', 'danger', 'brand-600', 'toast']],
  ['surface', ['pend']],
  ['deep-ink', ['deep', 'deep-raised']],
  ['film-ink', ['toast', 'danger', 'deep', 'deep-raised', 'film-950', 'film-800']],
  ['film-ink-2', ['film-950', 'film-800']],
]
const controls: [colour: string, grounds: string[]][] = [
  ['line-strong', plain],
  // The focus ring, and what is chosen.
  ['brand-700', [...plain, ...tinted]],
  ['brand-600', [...plain, 'brand-50']],
  ...states.map((state): [string, string[]] => [`${state}-strong`, ['surface', 'film-950']]),
  ['signal', ['toast', 'danger', 'deep', 'deep-raised', 'film-950', 'film-700']],
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each([
    ['text', 4.5, text],
    ['borders, signs and the focus', 3, controls],
  ])('%s have a contrast of at least %s on every ground where they stand', (_what, least, list) => {
    const low = list.flatMap(([one, grounds]) =>
      grounds
        .map((ground) => [`${one} on ${ground}`, contrast(theme, one, ground)] as const)
        .filter(([, found]) => found < least),
    )
    expect(low).toEqual([])
  })
})

it('the dark theme has a colour of its own for all that is not film, and in the light the colours of the public pages', () => {
  const named = pairs.map(([name]) => name)
  const films = /^(?:film-|signal$|axial$|coronal$|sagittal$|white$)/
  expect(named.toSorted()).toEqual([...first.keys()].filter((name) => !films.test(name)).toSorted())
  expect(Object.fromEntries(pairs.map(([name, light]) => [name, light]))).toEqual(
    Object.fromEntries(named.map((name) => [name, first.get(name)])),
  )
})

it('a dark ground is lighter and warmer than a film, so that dark still means an image', () => {
  for (const ground of plain) {
    expect(contrast('dark', ground, 'film-950'), ground).toBeGreaterThan(1.05)
    const [, , hue = 0] =
      colour('dark', ground)
        .match(/[\d.]+/g)
        ?.map(Number) ?? []
    expect(hue, ground).toBeLessThan(100)
  }
})
