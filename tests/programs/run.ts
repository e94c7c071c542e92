import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Starts one of the programs beside this file in a node of its own; `env` adds to this process's environment. */
export function runProgram(name: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
}

/** Resolves with its whole output as soon as `isEnough`; rejects when it ends first. */
export function printed(child: ChildProcess, isEnough: (text: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (isEnough(text)) resolve(text)
    })
    child.once('exit', () => reject(new Error(`The program ended after printing: ${text}`)))
  })
}

/** kill -9: for the process alone, the same as a power cut. */
export async function killHard(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
