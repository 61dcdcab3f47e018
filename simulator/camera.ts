import { drawSheet } from './sheet.ts'

/** Where something is to go, or to come from, as a command says it; null where it says nothing that can be used. */
export function addressOf(args: Readonly<Record<string, unknown>>, mqttUrl: string, name: 'upload' | 'download' = 'upload'): string | null {
  const { [name]: named, port } = args
  if (typeof named !== 'string') return null
  if (!named.startsWith('/')) return URL.canParse(named) ? named : null
  return typeof port === 'number' ? `http://${new URL(mqttUrl).hostname}:${port}${named}` : null
}

const TRIES = 4
const AGAIN_MS = 3000

/** Takes a picture and sends it; what the network loses is sent again, what the server refuses is not. */
export async function photograph(address: string, { seed, count, at }: { seed: number; count: number; at: number }): Promise<boolean> {
  const body = await drawSheet(seed, count)
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await fetch(`${address}?takenAt=${at}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(body),
    }).catch(() => null)
    if (answer !== null && answer.status < 500) return answer.ok
    await new Promise((go) => setTimeout(go, AGAIN_MS).unref())
  }
  return false
}
