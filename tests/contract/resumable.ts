import { url } from './accounts.ts'

export const endpoint = `${url}/storage/v1/upload/resumable`

/** The header as tus-js-client writes it. */
export function metadataHeader(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

type Send = (request: Request) => Promise<Response>

/** What tus-js-client sends, request by request, with the given token. */
export function tusClient(send: Send, token: string | undefined) {
  const ask = (method: string, address: string, headers: Record<string, string>, body?: BodyInit) =>
    send(
      new Request(new URL(address, url), {
        method,
        headers: {
          'tus-resumable': '1.0.0',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body, duplex: 'half' }),
      }),
    )
  return {
    ask,
    create: (
      metadata: Record<string, string>,
      length: number | string,
      headers: Record<string, string> = {},
    ) =>
      ask('POST', endpoint, {
        'upload-length': String(length),
        'upload-metadata': metadataHeader(metadata),
        ...headers,
      }),
    patch: (address: string, offset: number | string, body: BodyInit, headers: Record<string, string> = {}) =>
      ask(
        'PATCH',
        address,
        {
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          ...(body instanceof Uint8Array && { 'content-length': String(body.byteLength) }),
          ...headers,
        },
        body,
      ),
    head: (address: string) => ask('HEAD', address, {}),
    remove: (address: string) => ask('DELETE', address, {}),
  }
}

export type TusClient = ReturnType<typeof tusClient>

export const locationOf = (response: Response) => response.headers.get('location') ?? ''
export const offsetOf = (response: Response) => Number(response.headers.get('upload-offset'))
