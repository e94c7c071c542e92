import type { ReactNode } from 'react'
import type { ErrorCode } from '#web/backend/errors.ts'
import { Card } from '#web/ui/panel.tsx'
import { FailedLoad } from './failed-load.tsx'

/** What a part of a screen shows of a query. */
export type Read<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }

export type LoadedProps<Data> = {
  query: Read<Data>
  /** Chooses the words of a failure. */
  code: ErrorCode
  skeleton: ReactNode
  /** For a place without a ground of its own: a failure gets a card. */
  inCard?: boolean
  /** Another part of the screen already shows a message for this failure. */
  announced?: boolean
  children: (data: Data) => ReactNode
}

/**
 * What a query read. Until there is any, its skeleton, or after a failure the words for it with 'Reintentar'. Data stays
 * while it is read again, even when that fails.
 */
export function Loaded<Data>({
  query: { data, error, refetch },
  code,
  skeleton,
  inCard,
  announced,
  children,
}: LoadedProps<Data>): ReactNode {
  if (data !== undefined) return children(data)
  if (!error) return skeleton
  const failure = <FailedLoad {...{ error, code, announced }} onRetry={refetch} />
  return inCard ? <Card className="overflow-clip">{failure}</Card> : failure
}
