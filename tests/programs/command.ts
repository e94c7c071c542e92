import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Ended = { code: number | null; output: string }

/** Runs one of the commands as npm does, with only these variables in its environment. */
export function runCommand(name: string, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const file = fileURLToPath(new URL(`../../server/ops/${name}.ts`, import.meta.url))
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('close', (code) => resolve({ code, output }))
  })
}
