import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { gatewayCalls } from '#contract/devices/gateway'
import { useCall } from '#src/api/useCall.ts'
import { decimalText } from '#src/ui/decimalText.ts'
import { momentText } from '#src/time/moment.ts'

/** How much of what the device sent within a day could not be used, by reason, also where the list has let it go; nothing where all was. */
export function RejectedCounts({ deviceId, refetchInterval }: { deviceId: number; refetchInterval: number }) {
  const { t, i18n } = useTranslation()
  const { data } = useCall(gatewayCalls.rejectedCounts, { params: { id: deviceId } }, { refetchInterval })
  if (data == null || data.counts.length === 0) return null
  const figure = (n: number) => decimalText(String(n), i18n.language)
  return (
    <Stack
      component="section"
      aria-label={t('devices:rejected.byReason')}
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.75 }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('devices:rejected.since', {
          from: momentText(data.from).slice(0, -3),
          total: figure(data.counts.reduce((sum, { n }) => sum + n, 0)),
        })}
      </Typography>
      {data.counts.map(({ reason, n }) => (
        <Chip
          key={reason}
          size="small"
          variant="outlined"
          label={t('frame:named', { what: t(`devices:rejected.why.${reason}`), which: figure(n) })}
          sx={{ height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal', py: 0.25 } }}
        />
      ))}
    </Stack>
  )
}
