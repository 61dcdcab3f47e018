import type { CameraFault } from '#contract/cameras/camera'
import type { AddressPolicy } from '../address.ts'
import type { Input } from '../driver.ts'
import { openFlvAnswer } from './answer.ts'

/**
 * A stream of FLV that is fetched here and handed to ffmpeg through its standard input: it never goes to the network itself, and no list of
 * processes shows the address. Throws CameraTrouble where none begins.
 */
export async function openFlv(address: string, policy: AddressPolicy): Promise<Input> {
  const answer = await openFlvAnswer(address, policy)
  let fault: CameraFault | null = null
  // It is heard also while nobody reads.
  answer.on('error', () => {
    fault ??= 'unreachable'
  })
  return {
    args: ['-f', 'flv', '-protocol_whitelist', 'pipe', '-analyzeduration', '1500000', '-i', 'pipe:0'],
    feed(stdin) {
      answer.on('error', () => stdin.end())
      stdin.on('close', () => answer.destroy())
      answer.pipe(stdin)
    },
    fault: () => fault,
    close: () => void answer.destroy(),
  }
}
