import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

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
  const wished = process.env.CHROME_PATH
  if (wished) {
    if (existsSync(wished)) return wished
    throw new Error(`CHROME_PATH names no file: ${wished}`)
  }
  const found = lookUp()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No browser found: installing chromium with apt-get.')
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', 'chromium'])
    const fresh = lookUp()
    if (fresh) return fresh
  }
  throw new Error(
    'The browser tests need Chrome or Chromium. On Debian: sudo apt-get install -y chromium. ' +
      'Elsewhere: npx playwright-core install chromium, or set CHROME_PATH.',
  )
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

function apt(args: string[]): void {
  const { status } = spawnSync('apt-get', args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed (${status}): install chromium by hand.`)
}
