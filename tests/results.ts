import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { FileResult, Line, Red } from '#tools/testing/result.ts'

/** A reporter that writes what `tools/testing` reads: a line of JSON for each file as it ends, one for the run. */
export function results(file: string): Reporter {
  const write = (line: Line) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  return {
    onTestModuleEnd: (module) => write({ file: resultOf(module) }),
    onTestRunEnd: (_modules, unhandled) =>
      write({ end: true, errors: unhandled.map((error) => redOf('', 'outside of a test', error)) }),
  }
}

function resultOf(module: TestModule): FileResult {
  const path = module.relativeModuleId
  const tests = [...module.children.allTests()]
  const count = (state: string) => tests.filter((test) => test.result().state === state).length
  const broken = [module, ...module.children.allSuites()]
  return {
    path,
    project: module.project.name,
    seconds: module.diagnostic().duration / 1000,
    passed: count('passed'),
    failed: [
      ...broken.flatMap((suite) => suite.errors().map((error) => redOf(path, nameOf(suite), error))),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => redOf(path, nameOf(test), test.result().errors?.[0])),
    ],
  }
}

const nameOf = (one: TestCase | TestSuite | TestModule) =>
  one.type === 'module' ? 'the file itself' : one.fullName

function redOf(path: string, title: string, error: SerializedError | undefined): Red {
  const frames = (error?.stacks ?? []).map((frame) => ({
    ...frame,
    file: relative(process.cwd(), frame.file),
  }))
  const frame = frames.find(({ file }) => file === path) ?? frames[0]
  const message = (error?.message ?? 'no error was given').split('\n')[0] ?? ''
  return { at: frame ? `${frame.file}:${frame.line}` : path, title, message: message.slice(0, 300) }
}
