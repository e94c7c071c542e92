type Policy = { createScriptURL(url: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/** A script's address as a browser with Trusted Types wants it; only for our own, which the build names. */
export function trustedUrl(url: string): string {
  const policies: Policies | undefined = Reflect.get(globalThis, 'trustedTypes')
  policy ??= policies?.createPolicy('imaging', { createScriptURL: (given) => given })
  return policy?.createScriptURL(url) ?? url
}
