import { SIM_RAW_MAX, type SimMapped, type SimMapping, type SimSource, type SimTried } from '#contract/organization/simSource'
import { callOut, type Leash } from '../../ground/calling/callOut.ts'
import { mapAnswer } from './mapAnswer.ts'

export interface Asked extends SimMapping, Pick<SimSource, 'address' | 'method' | 'headerName'> {
  readonly secret: string | null
}
const nothing = { wrongPaths: [], status: null, raw: '', mapped: null }

/** The address of one card. */
export const addressOf = (template: string, iccid: string): string => template.replaceAll('{iccid}', encodeURIComponent(iccid))

/** Asks the carrier about a card, and reads what came. Redirects are not followed, and no more than a little is read. */
export async function askCarrier(asked: Asked, iccid: string, leash: Leash, signal: AbortSignal): Promise<SimTried> {
  const { address, method, headerName, secret } = asked
  const headers = { accept: 'application/json', ...(headerName !== '' && secret !== null ? { [headerName]: secret } : {}) }
  const answer = await callOut(addressOf(address, iccid), { headers, body: '', signal, method }, leash)
  if ('why' in answer) return { ...nothing, fault: faultOf(answer.why) }
  // A service that repeats what it was sent must not show the secret to who tries it.
  const shown = secret === null || secret === '' ? answer.text : answer.text.replaceAll(secret, '***')
  const told = { ...nothing, status: answer.status, raw: shown.slice(0, SIM_RAW_MAX) }
  if (answer.status < 200 || answer.status > 299) return { ...told, fault: 'status' }
  let json: unknown
  try {
    json = JSON.parse(answer.text)
  } catch {
    return { ...told, fault: 'notJson' }
  }
  const { mapped, wrong } = mapAnswer(json, asked)
  return { ...told, fault: wrong.length > 0 ? 'path' : null, wrongPaths: wrong, mapped: mapped satisfies SimMapped }
}

const KNOWN = ['refused', 'unknownHost', 'tooSlow', 'redirected'] as const
const faultOf = (why: string) => KNOWN.find((one) => one === why) ?? 'unreachable'
