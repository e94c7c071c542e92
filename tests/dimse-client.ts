import { once } from 'node:events'
import dimse from 'dcmjs-dimse'

type Request = InstanceType<typeof dimse.requests.Request>
type Response = InstanceType<typeof dimse.responses.Response>

export type Answers = {
  /** Of each response, in order. */
  status: number[]
  /** What a query found, by keyword. */
  found: Record<string, unknown>[]
  /** Why the association was refused (PS3.8 9.3.4), else undefined. */
  rejected: { result: number; source: number; reason: number } | undefined
}

/** Sends requests in one association, as a machine of that AE title, and gives what was answered. */
export async function callStation(port: number, aet: string, requests: readonly Request[]): Promise<Answers> {
  dimse.log.setLevel('silent')
  const client = new dimse.Client()
  const answers: Answers = { status: [], found: [], rejected: undefined }
  for (const request of requests) {
    request.on('response', (response: Response) => {
      answers.status.push(response.getStatus())
      const dataset = response.getDataset()
      if (dataset) answers.found.push(dataset.getElements())
    })
    client.addRequest(request)
  }
  client.on('associationRejected', (rejected: Answers['rejected']) => {
    answers.rejected = rejected
  })
  client.on('networkError', () => {})
  const closed = once(client, 'closed')
  client.send('127.0.0.1', port, aet, 'INDICE')
  await closed
  return answers
}

export const echo = () => new dimse.requests.CEchoRequest()
export const find = (keys: Record<string, unknown>) =>
  dimse.requests.CFindRequest.createWorklistFindRequest(keys)
export const store = (file: string) => new dimse.requests.CStoreRequest(file)
