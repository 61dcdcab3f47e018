import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Target } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { netFault } from '../netFault.ts'

const PATIENCE_MS = 5000

/**
 * A connection to the address that was judged. Throws CameraTrouble with `noRoute`, `unreachable`, `tls` or `tooSlow`. The certificate of a camera is its own, so it
 * is not judged: TLS keeps listeners out, not a camera that pretends to be another.
 */
export function dial({ address, port, isSecure, url }: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = isSecure
      ? connectTls({ host: address, port, rejectUnauthorized: false, ...(/[a-z]/i.test(url.hostname) ? { servername: url.hostname } : {}) })
      : connect({ host: address, port })
    const late = setTimeout(() => {
      socket.destroy()
      reject(new CameraTrouble('tooSlow'))
    }, PATIENCE_MS)
    let isThere = false
    socket.once('connect', () => (isThere = true))
    socket.on('error', (cause) => {
      clearTimeout(late)
      reject(new CameraTrouble(netFault(cause, isSecure && isThere)))
    })
    // One that ends without a word before TLS has begun says nothing of why.
    socket.once('close', () => reject(new CameraTrouble(isSecure && isThere ? 'tls' : 'unreachable')))
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(late)
      resolve(socket)
    })
  })
}
