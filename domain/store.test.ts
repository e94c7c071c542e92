import { expect, it } from 'vitest'
import { createStore } from './store.ts'

it('tells everybody who listens what was set, until they stop', () => {
  const store = createStore(0)
  const heard: string[] = []
  const stop = store.subscribe(() => heard.push(`first ${store.get()}`))
  store.subscribe(() => heard.push(`second ${store.get()}`))
  store.set(1)
  stop()
  store.set(2)
  expect(heard).toEqual(['first 1', 'second 1', 'second 2'])
})

it('a listener that begins anew while it is called is not called twice', () => {
  const store = createStore(0)
  let calls = 0
  let stop = () => {}
  const listen = () => {
    calls += 1
    stop()
    stop = store.subscribe(() => listen())
  }
  listen()
  store.set(1)
  expect(calls).toBe(2)
})
