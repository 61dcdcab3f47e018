import { createHash } from 'node:crypto'
import { addressOf } from './camera.ts'

/** How long a device takes to write a firmware and start anew, ms. */
export const INSTALL_MS = 8000
/** What a device comes with. */
export const FIRST_VERSION = '1.0.0'

/** Reads the bytes of an offer and checks them; why it does not take them, or null. */
export async function fetchFirmware(args: Readonly<Record<string, unknown>>, mqttUrl: string): Promise<string | null> {
  const address = addressOf(args, mqttUrl, 'download')
  if (address === null) return '没有下载地址'
  const answer = await fetch(address).catch(() => null)
  if (!answer?.ok) return '固件下载失败'
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (bytes.length !== args['size']) return '固件大小不符'
  return createHash('sha256').update(bytes).digest('hex') === args['sha256'] ? null : '固件校验和错误'
}
