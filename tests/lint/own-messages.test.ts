import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const english =
  /\b(the|violates|denied|relation|invalid|not|is|are|row|rows|duplicate|key|value|must|failed|error|unexpected|missing|user|password|token|request|for)\b/i
const spanish =
  /[áéíóúñ¿¡]|\b(el|la|los|las|un|una|de|del|que|no|para|por|con|sin|ya|es|son|tu|su|se|este|esta|al|en|entre|elige|escribe|debe|solo|doctor|espera|vuelve)\b/i

const folder = 'supabase/migrations'
const raised = readdirSync(folder)
  .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  .flatMap((sql) =>
    [...sql.matchAll(/message = (?:format\()?'((?:[^']|'')+)'/g)].map(([, text = '']) => text),
  )

it('finds the messages of the database', () => expect(raised.length).toBeGreaterThan(30))

/** How many letters of its message each title shows. */
const begins = 60

it.each([...new Set(raised)].map((message) => [message.slice(0, begins), message]))(
  'Spanish: %s',
  (_, message) => {
    expect(message).toMatch(spanish)
    expect(message).not.toMatch(english)
  },
)
