import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { firmwareCalls } from '#contract/devices/firmware'
import { useCall } from '#src/api/useCall.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
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
      {query.isError && !query.data ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonList rows={2} height={32} />
      ) : (
        <Stack sx={{ gap: 1 }}>
          <Typography>
            {query.data.version === null
              ? t('devices:firmware.never')
              : t('devices:firmware.runs', { version: query.data.version, since: momentText(query.data.since!) })}
          </Typography>
          {query.data.offers.map(({ id, version, offeredAt, author, state, message }) => (
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
    </Section>
  )
}
