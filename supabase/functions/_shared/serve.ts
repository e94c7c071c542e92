import { createContext, type FunctionHandler } from './context.ts'

declare const Deno: {
  serve(answer: (request: Request) => Promise<Response>): unknown
  env: { get(name: string): string | undefined }
}

/** Runs a handler as an edge function of a hosted project, with the platform's address and keys. */
export function serve(handler: FunctionHandler): void {
  const read = (name: string) => {
    const value = Deno.env.get(name)
    if (!value) throw new Error(`${name} is not set`)
    return value
  }
  Deno.serve((request) =>
    handler(
      request,
      createContext(request, {
        url: read('SUPABASE_URL'),
        anonKey: read('SUPABASE_ANON_KEY'),
        serviceRoleKey: read('SUPABASE_SERVICE_ROLE_KEY'),
      }),
    ),
  )
}
