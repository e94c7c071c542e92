import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptEntries } from '#domain/kept-entries.ts'
import { forgetLeftovers } from '#web/session/stored-session.ts'
import { AppearancePanel } from './appearance-panel.tsx'

// With the page's own script and the metas of its head.

const script = readFileSync('web/public/theme.js', 'utf8')
const metas = readFileSync('web/portal.html', 'utf8').match(/<meta name="theme-color".*?>/g) ?? []
const open = () => new Function(script)()
const worn = () => document.documentElement.dataset.theme
const bars = () => [...document.head.querySelectorAll('meta')].map(({ media }) => media)
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)
const otherTab = (theme: string | null) => {
  if (theme) localStorage.setItem(keptEntries.theme, theme)
  else localStorage.removeItem(keptEntries.theme)
  fireEvent(window, new StorageEvent('storage', { key: keptEntries.theme }))
}

beforeEach(() => {
  localStorage.clear()
  document.head.innerHTML = metas.join('')
})
afterEach(cleanup)

it('without a choice the system decides, also over the browser’s bar', () => {
  open()
  render(<AppearancePanel />)
  expect(chosen()?.labels?.[0]?.textContent).toBe('Automático')
  expect(worn()).toBe('')
  expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
})

it('a choice shows at once, is kept by this browser, also after signing out, and can be taken back', async () => {
  open()
  render(<AppearancePanel />)
  await userEvent.click(screen.getByLabelText('Oscuro'))
  expect(worn()).toBe('dark')
  expect(bars()).toEqual(['not all', 'all'])
  expect(chosen()?.value).toBe('dark')
  forgetLeftovers()
  expect(localStorage.getItem(keptEntries.theme)).toBe('dark')
  await userEvent.click(screen.getByLabelText('Automático'))
  expect(worn()).toBe('')
  expect(localStorage.getItem(keptEntries.theme)).toBe(null)
})

it.each(['light', 'dark'])('a page that opens later begins with the kept theme: %s', (theme) => {
  localStorage.setItem(keptEntries.theme, theme)
  open()
  expect(worn()).toBe(theme)
})

it('what another tab chooses shows here as well, and so does a storage that is emptied', () => {
  open()
  render(<AppearancePanel />)
  otherTab('dark')
  expect(worn()).toBe('dark')
  expect(chosen()?.value).toBe('dark')
  otherTab('light')
  expect(worn()).toBe('light')
  localStorage.clear()
  fireEvent(window, new StorageEvent('storage', { key: null }))
  expect(worn()).toBe('')
  expect(chosen()?.value).toBe('auto')
})

it('the script stands in the page before everything that draws', () => {
  const page = readFileSync('web/portal.html', 'utf8')
  const head = page.slice(0, page.indexOf('</head>'))
  expect(head).toMatch(/<script src="\/theme\.js"><\/script>/)
  expect(head.indexOf('theme.js')).toBeLessThan(head.indexOf('type="module"'))
})
