import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { coverageFile, coveragePage, readTestFiles } from '#tools/coverage-page.ts'
import { readTitles } from '#tools/test-titles.ts'

describe('the page of what shows what', () => {
  it('lists the titles of the tests as they are now', async () => {
    const page = coveragePage(await readTestFiles())
    expect(await readFile(coverageFile, 'utf8'), 'run npm run coverage').toBe(page)
  })

  it('puts each file under the subject that its path names', () => {
    const page = coveragePage([
      { path: 'domain/slots.test.ts', source: "it('are half hours', () => {})" },
      { path: 'web/ui/button.test.tsx', source: "it('can be pressed', () => <b />)" },
      { path: 'web/ui/empty.test.ts', source: '' },
    ])
    expect(page.split('\n').slice(5)).toEqual([
      '## Appointments',
      '',
      '- `domain/slots.test.ts`',
      '  - are half hours',
      '',
      '## Lists, forms and messages',
      '',
      '- `web/ui/button.test.tsx`',
      '  - can be pressed',
      '',
    ])
  })
})

describe('titles are read', () => {
  const read = (source: string) => readTitles('a.test.ts', source)
  const only = (title: string) => [{ title, inside: [] }]

  it.each([
    ["test('a', run)", only('a')],
    ['it("it\'s a", run)', only("it's a")],
    [`it(\`\${a} by %s\`, run)`, only(`\${a} by %s`)],
    ['it(name, run)', only(`\${name}`)],
    ["it.each(['x'])('a %s', run)", only('a %s')],
    ["it.skipIf(far)('a', run)", only('a')],
    [
      "describe.each(engines())('on $name', () => { it('a', run) })",
      [{ title: 'on $name', inside: only('a') }],
    ],
    ["for (const a of all) it('a', run)", only('a')],
    ["// it('a', run)\n/a/.test('b'); const it = 'c'", []],
  ])('from %j', (source, titles) => {
    expect(read(source)).toEqual(titles)
  })

  it('and a file that cannot be parsed is named', () => {
    expect(() => read('it(')).toThrow('a.test.ts')
  })
})
