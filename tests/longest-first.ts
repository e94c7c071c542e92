import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Few lines that walk every screen. */
const walks = /\/e2e\/(widths|barriers)\.test\.ts$/

/** The longest files of all first, so that no worker waits for them at the end; the others by their length, as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isWalk = ({ moduleId }: TestSpecification) => walks.test(moduleId)
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))]
  }
}
