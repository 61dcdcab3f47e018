import type { Target } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { dial } from './dial.ts'

const PATIENCE_MS = 5000
const LONGEST_ANSWER = 8 * 1024

/** Asks a camera what it can do, which needs no password, and ends. Throws CameraTrouble where nobody answers, or something else than a camera does. */
export async function greet(target: Target): Promise<void> {
  const socket = await dial(target)
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new CameraTrouble('tooSlow')), PATIENCE_MS)
      let text = ''
      const end = (fault: CameraTrouble | null) => {
        clearTimeout(late)
        if (fault) reject(fault)
        else resolve()
      }
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        if (text.includes('\r\n')) end(/^RTSP\/\d\.\d \d{3}/.test(text) ? null : new CameraTrouble('noStream'))
        else if (text.length > LONGEST_ANSWER) end(new CameraTrouble('noStream'))
      })
      socket.on('error', () => end(new CameraTrouble('unreachable')))
      socket.on('close', () => end(new CameraTrouble('noStream')))
      socket.write(`OPTIONS ${target.url.href} RTSP/1.0\r\nCSeq: 1\r\nUser-Agent: Furrow\r\n\r\n`)
    })
  } finally {
    socket.destroy()
  }
}
