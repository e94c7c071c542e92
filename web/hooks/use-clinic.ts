import { useEffect, useState } from 'react'
import { loadClinic, type PublicClinic } from '#web/backend/config.ts'

/** Whose clinic it is, for a page without the portal's queries; null until it is known. */
export function useClinic(): PublicClinic | null {
  const [clinic, setClinic] = useState<PublicClinic | null>(null)
  useEffect(() => {
    loadClinic()
      .then(setClinic)
      .catch(() => console.warn('The clinic could not be read.'))
  }, [])
  return clinic
}
