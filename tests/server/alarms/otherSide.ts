import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'

export interface Call {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly bytes: Buffer
}
export type Reply = { status?: number; body?: string; headers?: Record<string, string> } | 'hang' | 'drop'

/** An http service of the outside, which remembers what it was called with and answers as it is told. */
export async function aService() {
  const calls: Call[] = []
  const service = {
    calls,
    reply: (() => ({})) as (call: Call) => Reply | Promise<Reply>,
    host: '',
    url: (path: string) => `http://${service.host}${path}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const bytes = Buffer.concat(parts)
      const call = { path: request.url ?? '', headers: request.headers, body: bytes.toString('utf8'), bytes }
      calls.push(call)
      void Promise.resolve(service.reply(call)).then((reply) => {
        if (reply === 'hang') return
        if (reply === 'drop') return request.socket.destroy()
        response.writeHead(reply.status ?? 200, reply.headers ?? {})
        response.end(reply.body ?? '')
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

/** A mail server that takes what it is given, but for the addresses that it refuses. */
export async function aMailServer(refused: readonly string[] = []) {
  const mails: { from: string; to: string; data: string }[] = []
  const server = createNetServer((socket) => {
    let [from, to, data, isData, rest] = ['', '', '', false, '']
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => socket.destroy())
    say('220 mail.test ESMTP')
    socket.on('data', (part) => {
      const lines = (rest + part.toString('utf8')).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (isData) {
          if (line === '.') {
            isData = false
            mails.push({ from, to, data })
            say('250 taken')
          } else data += `${line}\n`
        } else if (/^(EHLO|HELO)/i.test(line)) say('250 mail.test')
        else if (/^MAIL FROM:/i.test(line)) say(((from = line.slice(10)), '250 ok'))
        else if (/^RCPT TO:/i.test(line)) {
          to = line.slice(8)
          say(refused.some((one) => to.includes(one)) ? '550 no such person' : '250 ok')
        } else if (/^DATA/i.test(line)) {
          ;[isData, data] = [true, '']
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
