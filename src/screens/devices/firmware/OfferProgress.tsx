import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { firmwareCalls, type OfferState } from '#contract/devices/firmware'
import { useCall } from '#src/api/useCall.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { AskedDevices } from '../settings/AskedDevices.tsx'
import { AGAIN_MS, isMoving, useOfferWords } from './useOfferWords.ts'

const FAILED: readonly OfferState[] = ['refused', 'expired', 'silent', 'notTaken', 'replaced']

/** How far each of these devices is that was offered a firmware, as it happens. */
export function OfferProgress({ id, of }: { id: number; of: readonly Device[] }) {
  const { t } = useTranslation()
  const said = useSaid()
  const wordOf = useOfferWords()
  const query = useCall(
    firmwareCalls.offers,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.some(isMoving) ? AGAIN_MS : false) },
  )
  if (!query.data) return <ListGate compact query={query} rows={3} height={48} />
  const ids = new Set(of.map((device) => device.id))
  const offers = query.data.filter(({ deviceId }) => ids.has(deviceId))
  const taken = offers.filter(({ state }) => state === 'taken').length
  return (
    <Stack sx={{ gap: 1.5 }}>
      <AskedDevices
        summary={t('devices:firmware.taken', { taken, count: offers.length })}
        done={taken}
        devices={offers.map(({ deviceId, name, eui, state, message, saysVersion }) => ({
          id: deviceId,
          name,
          note:
            said(message) ??
            (state === 'queued'
              ? t('devices:settings.many.waits')
              : saysVersion === null
                ? eui
                : t('devices:firmware.says', { version: saysVersion })),
          label: wordOf(state),
          color: state === 'taken' ? 'success' : FAILED.includes(state) ? 'error' : 'default',
        }))}
      />
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('devices:firmware.leave')}
      </Typography>
    </Stack>
  )
}
