import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const shell = '/usr/bin/chromium-headless-shell'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Switches for a browser that connects only to us, also inside containers. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Path of a Chrome or Chromium: CHROME_PATH, else an installed one, else Playwright's. As root on Debian it is installed when
 * missing. Throws with the command that helps.
 */
export function findBrowser(): string {
  const found = wished() ?? lookUp() ?? fetched('chromium', lookUp)
  if (found) return found
  throw new Error(
    'The browser tests need Chrome or Chromium. On Debian: sudo apt-get install -y chromium. ' +
      'Elsewhere: npx playwright-core install chromium, or set CHROME_PATH.',
  )
}

/**
 * Path of Chromium without windows, which opens a page with a third of the work; else that of `findBrowser`. It prints
 * and animates a little differently: who tests that takes `findBrowser`.
 */
export function findShell(): string {
  const installedShell = () => (existsSync(shell) ? shell : undefined)
  return wished() ?? installedShell() ?? fetched('chromium-headless-shell', installedShell) ?? findBrowser()
}

function wished(): string | undefined {
  const path = process.env.CHROME_PATH
  if (!path) return undefined
  if (existsSync(path)) return path
  throw new Error(`CHROME_PATH names no file: ${path}`)
}

/** Installs a package of Debian, as root, and looks again; undefined where that can't be done. */
function fetched(name: string, look: () => string | undefined): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`Installing ${name} with apt-get.`)
  const install = () => apt(['update']) && apt(['install', '-y', '--no-install-recommends', name])
  // Once more, as a registry may be away for a moment.
  return install() || (pause(20_000) && install()) ? look() : undefined
}

function pause(ms: number): true {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  return true
}

function lookUp(): string | undefined {
  return [...installed, ...ofPlaywright()].find((path) => existsSync(path))
}

function ofPlaywright(): string[] {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), cacheFolder(), 'ms-playwright')
  if (!existsSync(cache)) return []
  const builds = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name))
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ]
  return builds
    .sort()
    .reverse()
    .flatMap((build) => programs.map((program) => join(cache, build, program)))
}

function cacheFolder(): string {
  return process.platform === 'darwin' ? 'Library/Caches' : '.cache'
}

function apt(args: string[]): boolean {
  const { status } = spawnSync('apt-get', args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}
