import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { NewPatientForm } from '#domain/new-patient.ts'
import { hasPrefill, prefillSearch, readPatientPrefill } from '#domain/patient-prefill.ts'
import { phoneField } from '#domain/phone.ts'
import { requestQuery } from '#web/queries/requests.ts'

export type Prefill = { form: NewPatientForm; announced: boolean; requestId: string | null; loading: boolean }

/**
 * The form's first values. Personal data are read once from the address and removed from it; after a reload
 * only the request's id is left, and the form is filled from the request (docs/product/accounts.md).
 */
export function usePrefill(): Prefill {
  const location = useLocation()
  const navigate = useNavigate()
  const [first] = useState(() => readPatientPrefill(location.search))
  const { requestId } = first
  useEffect(() => {
    const search = prefillSearch(requestId)
    if (location.search !== search) navigate({ search }, { replace: true })
  }, [location.search, navigate, requestId])

  const empty = !first.full_name && !first.email
  const { data: request, isLoading } = useQuery({
    ...requestQuery(Number(requestId)),
    enabled: requestId !== null && empty,
  })
  const form =
    empty && request
      ? {
          full_name: request.patient_name,
          email: request.patient_email ?? '',
          phone: phoneField(request.patient_phone),
          age: request.patient_age === null ? '' : String(request.patient_age),
        }
      : { full_name: first.full_name, email: first.email, phone: first.phone, age: first.age }
  return { form, announced: hasPrefill({ ...form, requestId: null }), requestId, loading: isLoading }
}
