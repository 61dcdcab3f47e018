import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { ActivityMaterial, ActivityWorker } from '#contract/farm/activity'
import { Mark } from '#src/devices/Mark.tsx'

/** Who worked, with the hours. */
export function WorkersCell({ value }: { value: unknown }) {
  const { t } = useTranslation()
  const lines = (value ?? []) as readonly ActivityWorker[]
  if (lines.length === 0) return t('crud:none')
  return lines.map(({ workerName: name, hours }) => t('farm:activity.workerLine', { name, hours })).join(t('farm:land.and'))
}

/** What was used, how much, and how much of it a mu. */
export function MaterialsCell({ value }: { value: unknown }) {
  const { t } = useTranslation()
  const lines = (value ?? []) as readonly ActivityMaterial[]
  if (lines.length === 0) return t('crud:none')
  return lines
    .map(({ productName: product, quantity, unit, dose, issueCode: issue }) =>
      [
        t('farm:activity.materialLine', { product, quantity, unit }),
        ...(dose === null ? [] : [t('farm:activity.dose', { dose, unit })]),
        ...(issue === null ? [] : [t('farm:activity.ofIssue', { issue })]),
      ].join(t('farm:activity.comma')),
    )
    .join(t('farm:land.and'))
}

/** A harvest within a safety interval. */
export function EarlyMark({ value: day }: { value: unknown }) {
  const { t } = useTranslation()
  if (typeof day !== 'string') return t('crud:none')
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <Mark icon={WarningIcon} color="status.alarm">
        {t('farm:activity.early')}
      </Mark>
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        {t('farm:activity.safe', { day })}
      </Typography>
    </Box>
  )
}
