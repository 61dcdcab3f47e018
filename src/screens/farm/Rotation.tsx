import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { landCalls, type RotationBatch } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'
import { Mark } from '#src/devices/Mark.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { yearsOf } from './yearsOf.ts'

/** What stood on a plot year by year, beside each other what shared it, and what followed its own crop. */
export function Rotation({ landId }: { landId: number }) {
  const { t } = useTranslation()
  const read = useCall(landCalls.rotation, { query: { landId } }, { staleTime: 0 })
  const warned = read.data?.filter(({ follows }) => follows).length ?? 0
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:rotation.title')}</Typography>
      <ListGate
        compact
        query={read}
        rows={2}
        height={28}
        none={<Typography sx={{ color: 'text.secondary' }}>{t('farm:rotation.none')}</Typography>}
      >
        {(stood) => (
          <>
            {warned > 0 && (
              <Mark icon={WarningIcon} color="warning.dark">
                {t('farm:rotation.warned', { count: warned })}
              </Mark>
            )}
            <Box component="ul" aria-label={t('farm:rotation.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {yearsOf(stood).map(({ year, batches }) => (
                <Stack key={year} component="li" direction="row" sx={{ gap: 1.5, py: 1, borderTop: 1, borderColor: 'divider' }}>
                  <Typography component="h4" variant="subtitle2" sx={{ width: 40, flexShrink: 0 }}>
                    {year}
                  </Typography>
                  <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))' }}>
                    {batches.map((one) => (
                      <Stood key={one.batchId} of={one} />
                    ))}
                  </Box>
                </Stack>
              ))}
            </Box>
          </>
        )}
      </ListGate>
    </Stack>
  )
}

function Stood({ of: { varietyName, cropName, part, from, to, batchState, follows } }: { of: RotationBatch }) {
  const { t, i18n } = useTranslation()
  const crop = cropName ?? t('farm:rotation.noCrop')
  const size = part === null ? t('farm:rotation.whole') : t('farm:rotation.part', { mu: decimalText(part, i18n.language) })
  return (
    <Box
      sx={{
        p: 1,
        borderRadius: 1,
        minWidth: 0,
        bgcolor: 'action.hover',
        borderLeft: 3,
        borderColor: follows ? 'warning.main' : batchState === 'planned' ? 'divider' : 'primary.main',
      }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {varietyName}
      </Typography>
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        {`${crop} · ${size}${batchState === 'planned' ? ` · ${t('farm:rotation.planned')}` : ''}`}
      </Typography>
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {from}
        </Box>
        {to !== null && (
          <>
            {' – '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {to}
            </Box>
          </>
        )}
      </Typography>
      {follows && (
        <Typography variant="caption" sx={{ display: 'block', color: 'warning.dark' }}>
          {t('farm:rotation.follows', { crop })}
        </Typography>
      )}
    </Box>
  )
}
