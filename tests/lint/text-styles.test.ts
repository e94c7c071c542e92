import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// A class that nothing defines draws nothing and fails nowhere: 'Hoja de entrega' had a title as small as its text.

const ofTailwind = /^(?:left|right|center|pretty|balance|wrap|nowrap|ellipsis|transparent|current|inherit)$/

it('every text style and colour that a class names is in the theme', () => {
  const theme = readFileSync('web/ui/theme.css', 'utf8')
  const known = (name: string) =>
    ofTailwind.test(name) || theme.includes(`--text-${name}:`) || theme.includes(`--color-${name}:`)
  const named = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|html)$/.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(join('web', file), 'utf8').matchAll(/["'`\s:]text-([a-z][a-z0-9-]*)/g)].map(
        ([, name = '']) => ({ file, name }),
      ),
    )
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter(({ name }) => !known(name))).toEqual([])
})
