import { expect, it } from 'vitest'
import { allowedRedirect } from './redirect.ts'

const ours = 'https://clinica.test'

it.each([
  ['/dashboard/profile?tab=1', `${ours}/dashboard/profile?tab=1`],
  [`${ours}/dashboard#old=1`, `${ours}/dashboard`],
  ['dashboard', `${ours}/dashboard`],
])('leads to %s, which is ours', (wanted, to) => {
  expect(allowedRedirect(ours, wanted).href).toBe(to)
})

it.each([
  null,
  '',
  'https://malo.test/',
  '//malo.test/',
  '/\\malo.test/',
  '\\\\malo.test',
  'http://clinica.test/',
  'https://clinica.test:8443/',
  'https://clinica.test.malo.test/',
  'https://clinica.test@malo.test/',
  'https://persona:clave@clinica.test/',
  'javascript:alert(1)',
  'data:text/html,hola',
  '\t//malo.test',
  'http://[',
])('leads to the start page instead of %j', (wanted) => {
  expect(allowedRedirect(ours, wanted).href).toBe(`${ours}/`)
})
