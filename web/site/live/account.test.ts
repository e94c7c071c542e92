// @vitest-environment happy-dom

import { afterEach, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ stored: false }))
vi.mock('#web/site/session-hint.ts', () => ({ hasSession: () => session.stored }))

afterEach(() => {
  document.body.innerHTML = ''
})

it('the hero has one solid button: to ask for a study, and for who is signed in to their panel', async () => {
  document.body.innerHTML = `
    <section id="inicio">
      <div><template data-account><a href="/dashboard" data-panel class="solid">Ir a mi panel</a></template></div>
      <a href="#contact" class="solid">Agendar</a><a href="#servicios" class="plain">Ver</a>
    </section>`
  const solid = () => [...document.querySelectorAll('.solid')].map(({ textContent }) => textContent)
  const { liveAccount } = await import('./account.ts')
  liveAccount()
  expect(solid()).toEqual(['Agendar'])
  session.stored = true
  dispatchEvent(new Event('storage'))
  expect(solid()).toEqual(['Ir a mi panel'])
  session.stored = false
  dispatchEvent(new Event('storage'))
  expect(solid()).toEqual(['Agendar'])
})
