import { TestRunner } from 'vitest'

/**
 * One worker runs many files (`isolate: false` in vitest.config.ts), because loading React, happy-dom and
 * the icons again for each file takes longer than its tests. Inside the worker, `isolate` makes Vitest
 * forget our own modules and mocks before each file, so that no file sees those of another.
 */
export default class FreshFiles extends TestRunner {
  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config)
    config.isolate = true
  }
}
