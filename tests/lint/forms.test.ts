import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Forms that keep their state by hand, each with its reason (docs/decisions/0029-forms-one-way.md). */
const byHand: Record<string, string> = {
  'web/features/book-request/booking-form.tsx':
    'gets it from use-request-booking.ts, where the one hook is called',
  'web/features/request-form/request-form.tsx':
    'works before its script has arrived, so the page holds its values',
  'web/features/viewer/saved/own-windows.tsx':
    'asks for one name, on film, and says what failed in the viewer’s own words',
}
/** The frame of forms in dialogs gets its form from its caller. */
const frame = 'web/ui/form-dialog.tsx'

const sources = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .map((name) => `web/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && path !== frame)
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

it('every form has its state and its sending from the one hook, but for those with a reason', () => {
  const forms = sources.filter(({ text }) => /<form\b/.test(text))
  expect(forms.length).toBeGreaterThan(5)
  const others = forms.filter(({ text }) => !/\buse(?:Form|Submit)\(/.test(text)).map(({ path }) => path)
  expect(others).toEqual(Object.keys(byHand))
})

it('only FormDialog puts a form around a dialog', () => {
  expect(sources.filter(({ text }) => /\bwrap=\{/.test(text)).map(({ path }) => path)).toEqual([])
})
