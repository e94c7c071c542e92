import { createPath, type Location, NavigationType, type Navigator, parsePath, type To } from 'react-router'
import { askToLeave, hasUnsaved } from '#web/ui/unsaved.ts'

/** Where the portal is and how it got there. */
export type Place = { location: Location; type: NavigationType }

/** What an entry of the browser's history holds: a link's state, the entry's name, and how far it is from the first. */
type Entry = { usr: unknown; key: string; idx: number }

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'idx' in state && 'key' in state
}

/**
 * The browser's history for the router. Before unsaved input is left for another screen, by a link or by going back, it asks
 * '¿Salir sin guardar?'; another page of the same screen leaves nothing behind.
 */
export function createHistory() {
  const { history, location } = window
  const listeners = new Set<() => void>()
  let idx = -1
  idx = entry().idx
  let place = read(NavigationType.Pop)
  /** A step that we take ourselves: back to where unsaved input is, or on, once that was answered. */
  let own: 'return' | 'leave' | null = null

  /** The entry at hand. One that the browser made, at first or for `#contenido`, gets its place in the row. */
  function entry(): Entry {
    const { state } = history
    if (isEntry(state)) return state
    const made = { usr: null, key: newKey(), idx: idx + 1 }
    history.replaceState(made, '')
    return made
  }

  function read(type: NavigationType): Place {
    const { usr, key } = entry()
    const { pathname, search, hash } = location
    return { location: { pathname, search, hash, state: usr, key, mask: undefined }, type }
  }

  function arrive(type: NavigationType): void {
    ;({ idx } = entry())
    place = read(type)
    for (const listener of listeners) listener()
  }

  function go(to: To, usr: unknown, type: 'push' | 'replace'): void {
    const target = typeof to === 'string' ? parsePath(to) : to
    const elsewhere = target.pathname !== undefined && target.pathname !== location.pathname
    askToLeave(() => {
      const next = { usr, key: newKey(), idx: type === 'push' ? idx + 1 : idx }
      if (type === 'push') history.pushState(next, '', createPath(target))
      else history.replaceState(next, '', createPath(target))
      arrive(type === 'push' ? NavigationType.Push : NavigationType.Replace)
    }, elsewhere && hasUnsaved())
  }

  addEventListener('popstate', () => {
    if (own === 'return') {
      own = null
      return
    }
    const step = entry().idx - idx
    const elsewhere = location.pathname !== place.location.pathname
    if (own === null && step !== 0 && elsewhere && hasUnsaved()) {
      own = 'return'
      history.go(-step)
      return askToLeave(() => {
        own = 'leave'
        history.go(step)
      })
    }
    own = null
    arrive(NavigationType.Pop)
  })

  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    push: (to, state) => go(to, state, 'push'),
    replace: (to, state) => go(to, state, 'replace'),
    go: (step) => history.go(step),
  }
  return {
    navigator,
    get: () => place,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}
