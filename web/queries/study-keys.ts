/** Where lists of studies are kept, so that whoever changes one can have them read again. */
export const studyKeys = {
  all: ['studies'] as const,
  of: (patientId: string) => [...studyKeys.all, 'of', patientId] as const,
}
