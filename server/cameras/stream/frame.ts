import { spawn } from 'node:child_process'
import type { Input } from '../drivers/driver.ts'
import { CameraTrouble } from '../drivers/driver.ts'
import type { Register } from './register.ts'

const PATIENCE_MS = 12_000
const MOST_BYTES = 6 * 1024 * 1024
const BEFORE = ['-hide_banner', '-loglevel', 'error', '-nostdin'] as const
const ONE_JPEG = [
  '-frames:v',
  '1',
  '-an',
  '-threads',
  '1',
  '-vf',
  "scale='min(1920,iw)':-2",
  '-c:v',
  'mjpeg',
  '-q:v',
  '4',
  '-f',
  'image2pipe',
  'pipe:1',
]

/** One picture of a source as JPEG. Throws CameraTrouble where none comes in time. */
export async function takeFrame(program: string, input: Input, register: Register): Promise<Buffer> {
  const child = spawn(program, [...BEFORE, ...input.args, ...ONE_JPEG], {
    env: {},
    stdio: [input.feed ? 'pipe' : 'ignore', 'pipe', 'ignore'],
  })
  register.add(child)
  const parts: Buffer[] = []
  let length = 0
  try {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new CameraTrouble('tooSlow')), PATIENCE_MS)
      child.on('error', () => reject(new CameraTrouble('noProgram')))
      child.stdout?.on('data', (part: Buffer) => {
        length += part.length
        if (length > MOST_BYTES) reject(new CameraTrouble('noStream'))
        else parts.push(part)
      })
      child.on('close', (code) => {
        clearTimeout(late)
        if (code === 0 && length > 0) resolve()
        else reject(new CameraTrouble(input.fault() ?? 'noStream'))
      })
      if (child.stdin) {
        child.stdin.on('error', () => undefined)
        input.feed?.(child.stdin)
      }
    })
    return Buffer.concat(parts)
  } finally {
    input.close()
    child.stdin?.destroy()
    child.kill('SIGKILL')
  }
}

/** What is at hand already of a stream that runs. */
export const keptInput = (bytes: Buffer): Input => ({
  args: ['-f', 'mpegts', '-i', 'pipe:0'],
  feed: (stdin) => void stdin.end(bytes),
  fault: () => null,
  close: () => undefined,
})
