import type { AddressPolicy } from '../address.ts'
import { type CameraSource, CameraTrouble, type Driver, type Quality } from '../driver.ts'
import { openFlvAnswer } from '../flv/answer.ts'
import { openFlv } from '../flv/input.ts'
import { rtspDriver } from '../rtsp/driver.ts'
import { filledIn } from './template.ts'

/**
 * Cameras that a media server outside gathers by the national standard (GB/T 28181): it shows each at an address of its own, as FLV over HTTP
 * or by RTSP. It is asked for pictures and for nothing else, so nothing turns.
 */
export function nationalDriver(policy: AddressPolicy, templateOf: (tenantId: number) => Promise<string | null>): Driver {
  const rtsp = rtspDriver(policy)
  /** Throws CameraTrouble with `noServer` where the tenant has named none. */
  async function addressOf(source: CameraSource): Promise<string> {
    const template = await templateOf(source.tenantId)
    if (template === null) throw new CameraTrouble('noServer')
    return filledIn(template, source)
  }
  const isRtsp = (address: string) => /^rtsps?:/i.test(address)
  const asRtsp = (source: CameraSource, hdUrl: string): CameraSource => ({ ...source, hdUrl, sdUrl: '', userName: '', password: null })
  return {
    async open(source: CameraSource, quality: Quality, sound?: boolean) {
      const address = await addressOf(source)
      return isRtsp(address) ? rtsp.open(asRtsp(source, address), quality, sound) : openFlv(address, policy)
    },
    async look(source) {
      const address = await addressOf(source)
      if (isRtsp(address)) return rtsp.look(asRtsp(source, address))
      const answer = await openFlvAnswer(address, policy)
      answer.destroy()
    },
    turns: async () => false,
    move: async () => false,
    stop: async () => true,
    setPreset: async () => null,
    goToPreset: async () => false,
    removePreset: async () => undefined,
  }
}
