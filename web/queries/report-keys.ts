/** Keys of everything that is read of reports. */
export const reportKeys = {
  all: ['reports'] as const,
  of: (studyId: string) => ['reports', 'of', studyId] as const,
  count: ['reports', 'awaiting count'] as const,
}
