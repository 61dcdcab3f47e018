import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { AlarmRule } from '#contract/alarms/rule'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { momentText } from '#src/time/moment.ts'
import { MANAGE } from '../tabs.ts'

/** What a rule watches now, how much of it nobody can judge, and how many alarms of it are active. */
export function RuleStanding({ of }: { of: AlarmRule }) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" sx={{ columnGap: 1.5, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <SeverityMark severity={of.severity} />
      <span>
        {of.unknown > 0
          ? t('alarms:rule.devicesUnknown', { devices: of.devices, unknown: of.unknown })
          : t('alarms:rule.deviceCount', { count: of.devices })}
      </span>
      <Link component={RouterLink} to={`${MANAGE}?standing=all&ruleId=${of.id}`}>
        {t('alarms:rule.activeCount', { count: of.active })}
      </Link>
      <span>{t('alarms:rule.version', { version: of.version, at: momentText(of.updatedAt) })}</span>
    </Stack>
  )
}
