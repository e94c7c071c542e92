export const requestKeys = {
  all: ['study_requests'] as const,
  one: (id: number) => [...requestKeys.all, id] as const,
}
