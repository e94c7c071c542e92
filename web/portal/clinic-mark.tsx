import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { keptEntries } from '#domain/kept-entries.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { Logo } from '#web/ui/logo.tsx'

type Mark = { name: string; tagline: string; logo: string | null }

/** The clinic's mark with its name: until they are read, as they were the last time. */
export function ClinicMark({
  tagline,
  ...logo
}: Pick<ComponentProps<typeof Logo>, 'tagline' | 'onDark' | 'narrow'>) {
  const { data } = useQuery(clinicQuery())
  useEffect(() => {
    if (!data) return
    const mark: Mark = { name: data.name, tagline: data.tagline, logo: data.logo ?? null }
    localStorage.setItem(keptEntries.clinic, JSON.stringify(mark))
  }, [data])
  const clinic = data ?? kept()
  return (
    <Logo {...logo} name={clinic?.name ?? ''} tagline={tagline ?? clinic?.tagline} image={clinic?.logo} />
  )
}

function kept(): Mark | null {
  try {
    return JSON.parse(localStorage.getItem(keptEntries.clinic) ?? 'null')
  } catch {
    return null
  }
}
