import { useTranslation } from 'react-i18next'
import type { FirmwareOffer, OfferState } from '#contract/devices/firmware'

/** How often the way of an offer is asked for. */
export const AGAIN_MS = 3000
/** Whether something is still to come of an offer; what waits for its device is told of by its change. */
export const isMoving = ({ state }: Pick<FirmwareOffer, 'state'>) => state === 'sent' || state === 'acknowledged' || state === 'observed'

export function useOfferWords(): (state: OfferState) => string {
  const { t } = useTranslation()
  return (state) =>
    state === 'observed' || state === 'taken' || state === 'notTaken' || state === 'replaced'
      ? t(`devices:firmware.state.${state}`)
      : t(`devices:commandState.${state}`)
}
