import type { Service } from '#server/identity.ts'

/** The services of the embedded backend by the first part of their path. */
export type Services = Record<'auth' | 'rest' | 'storage' | 'functions', Service>

/** Joins the services into one: `/auth/v1/...` goes to auth, and so on; anything else is 404. */
export function createBackend(services: Services): Service {
  return async (request) => {
    const name = new URL(request.url).pathname.match(/^\/([a-z]+)\/v1(?:\/|$)/)?.[1]
    if (name === 'auth' || name === 'rest' || name === 'storage' || name === 'functions') {
      return services[name](request)
    }
    return Response.json({ message: 'Not found' }, { status: 404 })
  }
}
