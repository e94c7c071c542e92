import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { journeys } from '#tests/e2e/map.ts'
import { filesOf, homeOf, parts, steps } from '#tools/testing/groups.ts'
import { testFiles } from '#tools/testing/test-files.ts'

// A test that no command runs guards nothing.

const all = testFiles()

it('every test file runs in `npm test` or in a part of `npm run test:all`', () => {
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter((file) => homeOf(file) === undefined)).toEqual([])
})

it('no step and no part is empty', () => {
  expect([...steps, ...parts].filter((group) => filesOf(group, all).length === 0)).toEqual([])
})

it('every journey is named beside the folders that it guards', () => {
  const named = Object.values(journeys).flatMap((names) => names.split(' '))
  const there = all.filter((file) => homeOf(file) === 'journeys')
  const names = there.map((file) => file.replace(/^tests\/e2e\/(.+)\.test\.ts$/, '$1'))
  expect([...new Set(named)].sort()).toEqual(names.sort())
})

it('every folder of features is named, and every folder that is named exists', () => {
  const features = readdirSync('web/features').map((name) => `web/features/${name}`)
  expect(features.filter((folder) => !(folder in journeys))).toEqual([])
  expect(Object.keys(journeys).filter((folder) => !existsSync(folder))).toEqual([])
})
