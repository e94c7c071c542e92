const key = 'sign-in-animation'

/** True the first time in this browser session, for the animation of 'Mi Panel' after signing in. */
export function firstWelcome(): boolean {
  if (sessionStorage.getItem(key) !== null) return false
  sessionStorage.setItem(key, 'shown')
  return true
}

/** Signing out lets the next sign-in be greeted again. */
export function forgetWelcome(): void {
  sessionStorage.removeItem(key)
}
