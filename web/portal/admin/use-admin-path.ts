import { useParams } from 'react-router'

/** Where the panel is, as the address says. */
export function useAdminPath(): string {
  const { area = '' } = useParams()
  return `/${area}`
}
