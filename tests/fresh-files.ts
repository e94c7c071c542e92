import { type RunnerTestFile, TestRunner, vi } from 'vitest'

/** What fetch and servers are made of. A library that puts its own here changes what `instanceof` says. */
const shared = ['fetch', 'Request', 'Response', 'Headers', 'URL', 'Blob', 'WebSocket'] as const

/**
 * One worker runs many files (`isolate: false` in vitest.config.ts), because loading React, happy-dom and
 * the icons again for each file takes longer than its tests. Inside the worker, `isolate` makes Vitest
 * forget our own modules and mocks before each file, so that no file sees those of another. A file that
 * leaves a global replaced for the next ones fails the run.
 */
export default class FreshFiles extends TestRunner {
  private file = ''
  private readonly before = new Map(shared.map((name) => [name, globalThis[name]]))

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config)
    config.isolate = true
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file)
    this.file = file.name
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles()
    vi.unstubAllGlobals()
    const changed = shared.filter((name) => globalThis[name] !== this.before.get(name))
    if (changed.length > 0) throw new Error(`${this.file} leaves replaced: ${changed.join(', ')}`)
  }
}
