import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { HelpAudience, Topic } from '#web/features/help/topic.ts'
import { topicsFor } from '#web/features/help/topics.ts'
import * as paths from '#web/hooks/paths.ts'
import { adminScreens } from '#web/portal/admin/admin-screens.ts'
import { screens } from '#web/portal/screens.ts'

// The help must not grow old: what it names is in the product, and each topic has the picture of its screen.

const audiences: readonly HelpAudience[] = ['patient', 'doctor', 'dentist', 'administrator']
const all = audiences.flatMap((audience) => topicsFor(audience).map((topic) => ({ audience, topic })))
const folder = 'web/features/help/pictures'
const pictures = readdirSync(folder)
const answerOf = ({ steps, next, nextOfReports }: Topic) => [...steps, next, nextOfReports ?? []].flat()
const wordsOf = (topic: Topic) => [topic.group, topic.title, ...answerOf(topic), topic.to.label]

it('a topic’s address is its own, beside the booklet’s', () => {
  const ids = all.map(({ topic }) => topic.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => id === 'cuaderno' || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
})

it.each(audiences)('what one wants to do stands together, for a %s', (audience) => {
  const groups = topicsFor(audience).map(({ group }) => group)
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual([...new Set(groups)])
})

it('a topic is a question with three to seven short steps and what follows, in the voice of the house', () => {
  const isShort = (text: string) => /^[«¿A-ZÁÉÍÓÚ].*[.»]$/.test(text) && text.length <= 330
  const wrong = all.filter(
    ({ topic }) =>
      !topic.title.endsWith('?') ||
      topic.steps.length < 3 ||
      topic.steps.length > 7 ||
      !answerOf(topic).every(isShort) ||
      /[—–!¡]|\busted\b/.test(wordsOf(topic).join(' ')),
  )
  expect(wrong.map(({ topic }) => topic.id)).toEqual([])
})

it('a topic leads to a screen that its reader may open', () => {
  const leads = ({ audience, topic }: (typeof all)[number]) => {
    const [path = ''] = topic.to.path.split('?')
    if (!path.startsWith('/'))
      return audience === 'administrator' && adminScreens.some((screen) => screen.path === path)
    const role = audience === 'administrator' ? 'doctor' : audience
    return (
      path === paths.requestStudy ||
      screens.some((screen) => screen.path === path && screen.audience.includes(role))
    )
  }
  expect(all.filter((one) => !leads(one)).map(({ topic }) => `${topic.id}: ${topic.to.path}`)).toEqual([])
})

it('what a topic puts in «» stands on a screen', () => {
  const said = ['web', 'domain']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    )
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|features[\\/]help[\\/]/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
    .replace(/\s+/g, ' ')
  const unknown = all.flatMap(({ topic }) =>
    wordsOf(topic)
      .flatMap((text) => [...text.matchAll(/«([^»]+)»/g)].map(([, name = '']) => name))
      .filter((name) => !said.includes(name))
      .map((name) => `${topic.id}: ${name}`),
  )
  expect(unknown).toEqual([])
})

it('each topic has its picture, and each picture its topic: `npm run help-pictures`', () => {
  expect([...pictures].sort()).toEqual(all.map(({ topic }) => `${topic.id}.webp`).sort())
})

it('pictures are light, each and together', () => {
  const sizes = pictures.map((name) => statSync(join(folder, name)).size)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(25_000)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20_000 * sizes.length)
})
