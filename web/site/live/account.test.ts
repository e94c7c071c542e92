// @vitest-environment happy-dom

import { afterEach, expect, it, vi } from 'vitest'

const session = vi.hoisted(() => ({ stored: false }))
vi.mock('#web/site/session-hint.ts', () => ({ hasSession: () => session.stored }))

afterEach(() => {
  document.body.innerHTML = ''
})

it('leaves one solid button: the hero’s while nobody is signed in, then Mi Panel', async () => {
  document.body.innerHTML = `
    <header><template data-account><a href="/dashboard" data-panel class="solid">Mi Panel</a></template></header>
    <section id="inicio"><a href="#contact" class="solid">Agendar</a><a href="#servicios" class="plain">Ver</a></section>
    <p><a href="#contact" data-doctor class="solid">Pedir</a><a href="tel:1" class="plain">Llamar</a></p>`
  const solid = () => [...document.querySelectorAll('.solid')].map(({ textContent }) => textContent)
  const { liveAccount } = await import('./account.ts')
  liveAccount()
  expect(solid()).toEqual(['Agendar', 'Pedir'])
  session.stored = true
  dispatchEvent(new Event('storage'))
  expect(solid()).toEqual(['Mi Panel'])
  session.stored = false
  dispatchEvent(new Event('storage'))
  expect(solid()).toEqual(['Agendar', 'Pedir'])
})
