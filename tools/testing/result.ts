/** What failed: where, which test, and the first line of its error. */
export type Red = { at: string; title: string; message: string }

/** What became of a test file in a project of vitest.config.ts. */
export type FileResult = { path: string; project: string; seconds: number; passed: number; failed: Red[] }

/** A line that `tests/results.ts` writes; `end` comes last, with what failed outside of any test. */
export type Line = { file: FileResult } | { end: true; errors: Red[] }
