/** One Phoenix message. Version 1.0.0 writes it as an object, version 2.0.0 as an array. */
export type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

export const versions = ['1.0.0', '2.0.0'] as const
export type Version = (typeof versions)[number]

export function isVersion(text: string): text is Version {
  return versions.some((version) => version === text)
}

/** Parses a text message in either version; null when it is neither. */
export function decode(text: string): Message | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (Array.isArray(value)) {
    if (value.length !== 5) return null
    const [join_ref, ref, topic, event, payload] = value
    return toMessage({ join_ref, ref, topic, event, payload })
  }
  return isObject(value) ? toMessage(value) : null
}

function toMessage({ join_ref, ref, topic, event, payload }: Record<string, unknown>): Message | null {
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return {
    joinRef: refOf(join_ref),
    ref: refOf(ref),
    topic,
    event,
    payload: isObject(payload) ? payload : {},
  }
}

/** Only the head of a binary message (a broadcast of version 2.0.0): enough to refuse it. */
export function decodeBinaryHead(bytes: Buffer): Message | null {
  const [, joinLength = 0, refLength = 0, topicLength = 0] = bytes
  const start = 7
  const refStart = start + joinLength
  const topicStart = refStart + refLength
  const end = topicStart + topicLength
  if (bytes.length < end || topicLength === 0) return null
  const part = (from: number, to: number) => bytes.toString('utf8', from, to)
  return {
    joinRef: part(start, refStart) || null,
    ref: part(refStart, topicStart) || null,
    topic: part(topicStart, end),
    event: 'broadcast',
    payload: {},
  }
}

export function encode(version: Version, { joinRef, ref, topic, event, payload }: Message): string {
  return JSON.stringify(
    version === '2.0.0'
      ? [joinRef, ref, topic, event, payload]
      : { join_ref: joinRef, ref, topic, event, payload },
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : null
}
