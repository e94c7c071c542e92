import type { Reporter, TestModule } from 'vitest/node'

/** In letters: titles are read in lists; details belong in the test. */
const most = 120

/** A reporter that fails the run when the title of a test or of a `describe` is too long to be read. */
export function titleLengths(): Reporter {
  const tooLong: string[] = []
  return {
    onTestModuleCollected: ({ children, moduleId }: TestModule) => {
      const titles = [...children.allSuites(), ...children.allTests()].map(({ name }) => name)
      for (const title of titles)
        if (title.length > most) tooLong.push(`${moduleId}: ${title.slice(0, most)}…`)
    },
    onTestRunEnd: () => {
      if (tooLong.length === 0) return
      console.error(`Titles of more than ${most} letters:\n${tooLong.join('\n')}`)
      process.exitCode = 1
    },
  }
}
