import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Flow } from '#contract/flows/flow'
import { spanText } from '#src/alarms/describeCondition.ts'
import { Section } from '#src/ui/Section.tsx'

/** The settings of a flow in words, where nothing may be changed. */
export function SettingsRead({ of }: { of: Flow }) {
  const { t } = useTranslation()
  const { whileRunning, maxSeconds } = of.definition
  const facts = [
    [t('flows:editor.group'), of.groupName ?? t('crud:none')],
    [t('flows:editor.priority'), t('flows:editor.priorityOf', { priority: of.priority })],
    [t('flows:editor.whileRunning'), t(`flows:editor.whileRunnings.${whileRunning}`)],
    [t('flows:editor.maxSeconds'), spanText(maxSeconds, { t })],
    [t('flows:editor.note'), of.note === '' ? t('crud:none') : of.note],
  ] as const
  return (
    <Section title={t('flows:editor.settings')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {facts.map(([label, said]) => (
          <div key={label}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {said}
            </Typography>
          </div>
        ))}
      </Box>
    </Section>
  )
}
