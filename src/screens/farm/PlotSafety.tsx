import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { landSafetyCalls } from '#contract/inventory/landSafety'
import { useCall } from '#src/api/useCall.ts'
import { SafetyRows } from '#src/documents/SafetyRows.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'

const SHOWN = 20

/** From which day a plot may be harvested, by what was issued to it; the latest day at the head. */
export function PlotSafety({ landId }: { landId: number }) {
  const { t } = useTranslation()
  const safety = useCall(landSafetyCalls.page, { query: { landId, size: SHOWN } }, { staleTime: 0 })
  const more = (safety.data?.totalElements ?? 0) - SHOWN
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('inventory:landSafety.title')}</Typography>
      <ListGate compact query={safety} rows={2} height={28}>
        {({ content }) => <SafetyRows linked rows={content} />}
      </ListGate>
      {more > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('inventory:landSafety.more', { count: more })}
        </Typography>
      )}
    </Stack>
  )
}
