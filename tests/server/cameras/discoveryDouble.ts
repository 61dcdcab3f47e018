import { createSocket } from 'node:dgram'
import { readXml, textAt } from '#server/cameras/drivers/onvif/xml'

/** An answer of a camera to the question `to`. */
export const answerOf = (to: string, { scopes = '', addresses }: { scopes?: string; addresses: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><e:Header><w:RelatesTo>${to}</w:RelatesTo></e:Header><e:Body><d:ProbeMatches><d:ProbeMatch><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${addresses}</d:XAddrs></d:ProbeMatch></d:ProbeMatches></e:Body></e:Envelope>`

/** What cameras of a network answer; `net` is how a server is told to look there. `asked` counts the questions that were heard. */
export async function aNetwork(answers: (to: string) => readonly (string | Buffer)[]) {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (bytes, { address, port }) => {
    const question = readXml(bytes.toString())
    if (textAt(question, 'Body', 'Probe', 'Types') !== 'n:NetworkVideoTransmitter') return
    asked += 1
    for (const answer of answers(textAt(question, 'Header', 'MessageID') ?? '')) socket.send(answer, port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    net: { address: '127.0.0.1', port: socket.address().port, interfaces: ['127.0.0.1'] },
    asked: () => asked,
    close: () => void socket.close(),
  }
}
