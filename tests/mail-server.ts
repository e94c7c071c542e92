import { createServer, type Socket } from 'node:net'

/** How a mail server takes a recipient: `refused` for ever, `dropped` without an answer, `silent` without an end. */
export type Manner = 'accepted' | 'refused' | 'dropped' | 'silent'

/** A mail as it arrived: headers unfolded and lower case, the body as it was sent. */
export type Arrived = { to: string; headers: Record<string, string>; body: string }

/** A real SMTP server on this machine. `manner` decides for each recipient; `port` 0 chooses one. */
export async function startMailServer(manner: (to: string) => Manner = () => 'accepted', port = 0) {
  const arrived: Arrived[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let to = ''
    let data: string[] | undefined
    let rest = ''
    const answer = (line: string) => socket.write(`${line}\r\n`)
    const command = (line: string) => {
      commands.push(line)
      if (line === 'DATA') {
        data = []
        return answer('354 go')
      }
      if (line === 'QUIT') return socket.end('221 bye\r\n')
      const recipient = line.match(/^RCPT TO:<(.*)>/)?.[1]
      if (recipient === undefined) return answer('250 ok')
      to = recipient
      const how = manner(to)
      if (how === 'accepted') return answer('250 ok')
      if (how === 'refused') return answer(`550 no such ${to}`)
      if (how === 'dropped') socket.destroy()
      return undefined
    }
    answer('220 prueba')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!data) command(line)
        else if (line !== '.') data.push(line)
        else {
          arrived.push({ to, ...parse(data) })
          data = undefined
          answer('250 ok')
        }
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    arrived,
    /** What senders said before their mails. */
    commands,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function parse(lines: string[]): Omit<Arrived, 'to'> {
  const end = lines.indexOf('')
  const headers: Record<string, string> = {}
  for (const line of lines
    .slice(0, end)
    .join('\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { headers, body: lines.slice(end + 1).join('\n') }
}

/** The parts of a mail as text, whatever they were encoded in. */
export function readable({ body }: Arrived): string {
  return body
    .split(/^--.*$/m)
    .map((part) => {
      const [head = '', ...rest] = part.trimStart().split('\n\n')
      const content = rest.join('\n\n')
      if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString()
      if (!/quoted-printable/i.test(head)) return content
      const bytes = content
        .replaceAll('=\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString()
    })
    .join('\n')
}

/** The subject of a message, decoded (RFC 2047, the 'Q' encoding). */
export function subjectOf({ headers }: Arrived): string {
  const bytes = (headers.subject ?? '')
    .replaceAll(/\?=\s+=\?UTF-8\?Q\?/g, '')
    .replaceAll(/=\?UTF-8\?Q\?|\?=/g, '')
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
