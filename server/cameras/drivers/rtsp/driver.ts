import { type AddressPolicy, targetOf } from '../address.ts'
import type { CameraSource, Driver, Quality } from '../driver.ts'
import { createSigner } from '../signIn.ts'
import { greet } from './greet.ts'
import { openRelay } from './relay.ts'

const addressOf = ({ sdUrl, hdUrl }: CameraSource, quality: Quality) => (quality === 'sd' && sdUrl !== '' ? sdUrl : hdUrl)
/** How long what is announced and does not come is waited for before the picture begins, microseconds. */
const LOOKED_FOR = 1_500_000
/** Within the quotes of a list of ffmpeg nothing may end them. */
const quoted = (text: string) => text.replaceAll("'", '%27')

/**
 * What ffmpeg reads from its standard input, where no list of processes shows it: a list of one, with how it is read. The way leads through a relay
 * of ours, which signs in by more ways than ffmpeg knows, so that it never hears of a user or a password.
 */
function listOf(url: URL, port: number, sound: boolean): string {
  return [
    'ffconcat version 1.0',
    `file 'rtsp://127.0.0.1:${port}${quoted(url.pathname + url.search)}'`,
    'option rtsp_transport tcp',
    `option analyzeduration ${LOOKED_FOR}`,
    ...(sound ? [] : ['option allowed_media_types video']),
    '',
  ].join('\n')
}

/** A camera of RTSP. It is not turned: that is asked of ONVIF. */
export function rtspDriver(policy: AddressPolicy): Pick<Driver, 'open' | 'look'> {
  return {
    async open(source, quality, sound = true) {
      const target = await targetOf(addressOf(source, quality), 'rtsp', policy)
      const relay = await openRelay(target, createSigner({ userName: source.userName, password: source.password ?? '' }))
      return {
        args: [
          '-f',
          'concat',
          '-safe',
          '0',
          '-protocol_whitelist',
          'pipe,rtsp,rtp,tcp',
          '-analyzeduration',
          String(LOOKED_FOR),
          '-i',
          'pipe:0',
        ],
        feed: (stdin) => void stdin.end(listOf(target.url, relay.port, sound)),
        fault: () => relay.fault(),
        close: () => relay.close(),
      }
    },
    look: async (source) => greet(await targetOf(source.hdUrl, 'rtsp', policy)),
  }
}
