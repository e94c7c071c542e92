/**
 * Whether a study is a volume and nothing else, by what its preview counts: then it can be read in parts. Of others names and
 * documents are read, which the index leaves out.
 */
export function isOneVolume(parts: Partial<Record<string, number>> | null | undefined): boolean {
  const { volumes = 0, ...others } = parts ?? {}
  return volumes === 1 && Object.values(others).every((count) => !count)
}
