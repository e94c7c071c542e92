import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { stationRuns, testWords } from '#domain/station.ts'
import type { MachineFigures } from '#web/backend/answers.ts'
import type { Machine } from '#web/backend/database.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { machinesQuery, testMachine } from '#web/queries/machines.ts'

/** How long an answer is waited for, and how often it is looked for, in milliseconds. */
const patience = 30_000
const every = 2000

/** 'Probar': asks for a call to a machine, and reads the machines again until its row says what came of it. */
export function useMachineTest(machine: Machine, station: MachineFigures['station']) {
  const [asked, setAsked] = useState<string | null>(null)
  const [given, setGiven] = useState(false)
  const runs = stationRuns(station, Date.now())
  const words = testWords({ asked, tested: machine.tested_at, answered: machine.answered, given, runs })
  const ask = useMutation({
    mutationFn: () => testMachine(machine.id),
    onMutate: () => {
      setAsked(null)
      setGiven(false)
    },
    onSuccess: ({ test_asked_at }) => setAsked(test_asked_at),
    onError: (failure) => toastError(failure, 'test_machine'),
  })
  const waits = asked !== null && words === null
  useQuery({ ...machinesQuery(), enabled: waits, refetchInterval: every })
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setGiven(true), patience)
    return () => clearTimeout(timer)
  }, [waits])
  return { begin: () => ask.mutate(), busy: ask.isPending || waits, words }
}
