import { drawSheet } from './sheet.ts'

/** Where a picture is to go, as the command says it; null where it says nothing that can be used. */
export function addressOf(args: Readonly<Record<string, unknown>>, mqttUrl: string): string | null {
  const { upload, port } = args
  if (typeof upload !== 'string') return null
  if (!upload.startsWith('/')) return URL.canParse(upload) ? upload : null
  return typeof port === 'number' ? `http://${new URL(mqttUrl).hostname}:${port}${upload}` : null
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
