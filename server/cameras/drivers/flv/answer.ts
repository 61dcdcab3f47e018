import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type AddressPolicy, type Target, targetOf, tlsName } from '../address.ts'
import { CameraTrouble } from '../driver.ts'

const PATIENCE_MS = 8000
/** A cloud hands out addresses of its edges; each is judged as the first one was. */
const MOST_MOVES = 3
const SIGNATURE = 'FLV'

/**
 * A stream of FLV over HTTP that has begun: its first bytes are what they should be and are still to be read. Throws CameraTrouble: `address`
 * where it leads somewhere that is not called, `signIn`, `noStream` where it is none, `tooSlow`, `unreachable`.
 */
export async function openFlvAnswer(address: string, policy: AddressPolicy): Promise<IncomingMessage> {
  const late = AbortSignal.timeout(PATIENCE_MS)
  let where = address
  for (let moves = 0; moves <= MOST_MOVES; moves++) {
    const answer = await get(await targetOf(where, 'http', policy), policy, late)
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    // Whoever reads it says what becomes of a break; none goes unheard.
    answer.on('error', () => undefined)
    if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, where)) {
      answer.destroy()
      where = new URL(location, where).href
      continue
    }
    if (status === 200 && (await beginsWell(answer, late))) return answer
    answer.destroy()
    throw new CameraTrouble(status === 401 || status === 403 ? 'signIn' : late.aborted ? 'tooSlow' : 'noStream')
  }
  throw new CameraTrouble('address')
}

/** One of the internet proves who it is; one of the farm's network has a certificate of its own. */
function get(target: Target, { publicOnly = false }: AddressPolicy, late: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (late.aborted) return reject(new CameraTrouble('tooSlow'))
    const request = (target.isSecure ? requestHttps : requestHttp)({
      host: target.address,
      ...tlsName(target.url),
      port: target.port,
      path: target.url.pathname + target.url.search,
      agent: false,
      rejectUnauthorized: publicOnly,
      headers: { host: target.url.host, 'user-agent': 'Furrow' },
    })
    const giveUp = () => request.destroy(new CameraTrouble('tooSlow'))
    late.addEventListener('abort', giveUp)
    request.on('response', (answer) => {
      late.removeEventListener('abort', giveUp)
      resolve(answer)
    })
    request.on('error', (cause) => reject(cause instanceof CameraTrouble ? cause : new CameraTrouble('unreachable')))
    request.end()
  })
}

function beginsWell(answer: IncomingMessage, late: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (well: boolean) => {
      answer.off('readable', look)
      answer.off('end', none)
      answer.off('error', none)
      late.removeEventListener('abort', none)
      resolve(well)
    }
    const none = () => end(false)
    const look = () => {
      const first = answer.read(SIGNATURE.length) as Buffer | null
      if (first === null) return
      answer.unshift(first)
      end(first.toString('latin1') === SIGNATURE)
    }
    answer.on('error', none)
    answer.on('end', none)
    answer.on('readable', look)
    late.addEventListener('abort', none)
  })
}
