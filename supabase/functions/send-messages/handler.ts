import { ask } from '../_shared/ask.ts'
import type { FunctionContext, FunctionHandler } from '../_shared/context.ts'
import { openEndpoint } from '../_shared/endpoint.ts'
import {
  type DueMessage,
  type DueNews,
  type Mail,
  type Outcome,
  sendRound,
} from '../_shared/message-round.ts'
import { invalidRequest } from '../_shared/refusal.ts'

/** What the function knows of the clinic and of its mail provider, from its secrets. */
export type SendingSettings = {
  publicUrl: string
  clinic: { name: string; address: string; phone: string }
  /** An address that takes {from, to, subject, text, html, headers} as JSON, with this key as bearer. */
  provider: { url: string; key: string; from: string }
  fetch?: typeof fetch
}

/**
 * `{key}`: one round of sending (docs/product/messages.md), for a project without a server of ours; called each minute by a scheduler.
 * The database decides by the key. Answers `{sent, unreachable}`.
 */
export function sendMessages(settings: () => SendingSettings): FunctionHandler {
  return openEndpoint(async ({ key }, context) => {
    if (typeof key !== 'string') throw invalidRequest()
    const { publicUrl, clinic, provider, fetch: send = fetch } = settings()
    return Response.json(
      await sendRound({
        // The function answers exactly these rows.
        take: async () => (await ask(context, 'take_messages', { key })) as (DueMessage | DueNews)[],
        settle: (id, outcome) => settle(context, key, id, outcome),
        deliver: (mail) => deliver(mail, provider, send),
        clinic,
        publicUrl,
        now: () => performance.now(),
      }),
    )
  })
}

async function settle(context: FunctionContext, key: string, id: string, outcome: Outcome): Promise<void> {
  await ask(context, 'settle_messages', { key, outcomes: [{ id, outcome }] })
}

/** A provider's 4xx is about the message, but for its key and its limits. */
async function deliver(
  mail: Mail,
  { url, key, from }: SendingSettings['provider'],
  send: typeof fetch,
): Promise<Outcome> {
  const { messageId, headers, ...message } = mail
  try {
    const { ok, status } = await send(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, ...message, headers: { ...headers, 'Message-ID': messageId } }),
      signal: AbortSignal.timeout(20_000),
    })
    if (ok) return 'enviado'
    return status >= 500 || [401, 403, 429].includes(status) ? 'sin_servidor' : 'rechazado'
  } catch {
    return 'sin_servidor'
  }
}
