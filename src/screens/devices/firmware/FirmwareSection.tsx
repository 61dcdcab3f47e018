import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { firmwareCalls } from '#contract/devices/firmware'
import { useCall } from '#src/api/useCall.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { AGAIN_MS, isMoving, useOfferWords } from './useOfferWords.ts'

/** Which version a device says that it runs, and what became of those that it was offered. */
export function FirmwareSection({ device }: { device: Device }) {
  const { t } = useTranslation()
  const said = useSaid()
  const wordOf = useOfferWords()
  const query = useCall(
    firmwareCalls.ofDevice,
    { params: { id: device.id } },
    { refetchInterval: ({ state }) => (state.data?.offers.some(isMoving) ? AGAIN_MS : false) },
  )
  return (
    <Section title={t('devices:firmware.title')}>
      <ListGate compact query={query} rows={2} height={32}>
        {({ version, since, offers }) => (
          <Stack sx={{ gap: 1 }}>
            <Typography>
              {version === null ? t('devices:firmware.never') : t('devices:firmware.runs', { version, since: momentText(since!) })}
            </Typography>
            {offers.map(({ id, version, offeredAt, author, state, message }) => (
              <Typography key={id} variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {t('devices:firmware.offered', {
                  version,
                  time: momentText(offeredAt),
                  author: author ?? t('devices:control.system'),
                  state: said(message) ?? wordOf(state),
                })}
              </Typography>
            ))}
          </Stack>
        )}
      </ListGate>
    </Section>
  )
}
