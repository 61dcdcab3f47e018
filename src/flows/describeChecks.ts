import { asksDevice, type Check, type Checks } from '#contract/flows/definition'
import { describeCondition } from '#src/alarms/describeCondition.ts'
import type { FlowWords } from './flowWords.ts'

/** A device, and the layer or pump of it that is asked of. */
export const placeText = (device: string, ordinal: number | null, { t }: Pick<FlowWords, 't'>): string =>
  ordinal === null ? device : t('alarms:ordinal', { device, ordinal })

/** One question about a device: where, and what is to be so. */
export function describeCheck({ deviceId, ordinal, when }: Check, words: FlowWords): string {
  const what = describeCondition(when, words)
  if (deviceId === null && !asksDevice(when)) return what
  const device = deviceId === null ? words.t('flows:say.none') : words.names.device(deviceId)
  return words.t('flows:say.at', { where: placeText(device, ordinal, words), what })
}

const isJoined = ({ when }: Check) => (when.kind === 'all' || when.kind === 'any') && when.of.length > 1

/** Questions about several devices as one sentence; one that has parts of its own stands in brackets beside others. */
export const describeChecks = ({ join, of }: Checks, words: FlowWords): string =>
  of
    .map((check) => {
      const said = describeCheck(check, words)
      return of.length > 1 && isJoined(check) ? words.t('alarms:say.brackets', { what: said }) : said
    })
    .join(words.t(join === 'all' ? 'alarms:say.all' : 'alarms:say.any'))
