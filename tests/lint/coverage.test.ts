import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// docs/product/coverage.md says which test shows which sentence of the specification; everything it names must exist.

type Claim = { sentence: string; shownBy: { file: string; name: string }[] }

/** The sentences of a page (`- sentence`), each with the tests below it (`  - `file` › name`). Throws at a line that is neither. */
function readClaims(page: string): Claim[] {
  const claims: Claim[] = []
  for (const line of page.split('\n')) {
    const [, file, name] = /^ {2}- `([^`]+)` › (.+)$/.exec(line) ?? []
    const [, sentence] = /^- (.+)$/.exec(line) ?? []
    if (sentence) claims.push({ sentence, shownBy: [] })
    else if (file && name) claims.at(-1)?.shownBy.push({ file, name })
    else if (/^\s+[-`]/.test(line)) throw new Error(`Not understood: ${line}`)
  }
  return claims
}

/** What is wrong with a claim; `read` answers a file's text, or null without one. */
function faultsOf({ sentence, shownBy }: Claim, read: (file: string) => string | null): string[] {
  if (shownBy.length === 0) return [`no test: ${sentence}`]
  return shownBy.flatMap(({ file, name }) => {
    const text = read(file)
    if (text === null) return [`no such file: ${file}`]
    const quoted = ["'", '"', '`'].map((quote) => quote + name.replaceAll(quote, `\\${quote}`) + quote)
    const isTitle = quoted.some((title) =>
      new RegExp(`(it|test)(\\.each(?:<[^]*?>)?\\([^]*?\\))?\\(\\s*${escaped(title)}`).test(text),
    )
    return isTitle ? [] : [`no such test in ${file}: ${name}`]
  })
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe('the coverage page', () => {
  const claims = readClaims(readFileSync('docs/product/coverage.md', 'utf8'))
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

  it('names a test that exists for every sentence', () => {
    expect(claims.length).toBeGreaterThan(50)
    expect(claims.flatMap((claim) => faultsOf(claim, read))).toEqual([])
  })

  it('would notice a sentence without a test, a lost file and a renamed test', () => {
    const page = '- Nobody shows this.\n- Shown.\n  - `a.test.ts` › old name\n  - `b.test.ts` › any'
    const files: Record<string, string> = { 'a.test.ts': "it('new name', () => {})\n// old name" }
    expect(readClaims(page).flatMap((claim) => faultsOf(claim, (file) => files[file] ?? null))).toEqual([
      'no test: Nobody shows this.',
      'no such test in a.test.ts: old name',
      'no such file: b.test.ts',
    ])
    expect(() => readClaims('- Shown.\n   - `a.test.ts`: name')).toThrow('Not understood')
  })
})
