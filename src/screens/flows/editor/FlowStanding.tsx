import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Flow } from '#contract/flows/flow'
import { runPath } from '#contract/flows/pages'
import { FlowStateMark } from '#src/flows/FlowStateMark.tsx'
import { momentText } from '#src/time/moment.ts'

/** How a flow stands: its state, its version, its newest run, and when a clock starts it next. */
export function FlowStanding({ of }: { of: Flow }) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" sx={{ columnGap: 1.5, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <FlowStateMark state={of.state} />
      <span>{t('alarms:rule.version', { version: of.version, at: momentText(of.savedAt) })}</span>
      {of.lastRun && (
        <Link component={RouterLink} to={runPath(of.lastRun.id)}>
          {t('flows:editor.lastRun', { at: momentText(of.lastRun.at) })}
        </Link>
      )}
      {of.notRun && (
        <Link component={RouterLink} to={runPath(of.notRun.id)}>
          {t('flows:editor.notRun', { at: momentText(of.notRun.lastAt) })}
        </Link>
      )}
      {of.nextAt !== null && <span>{t('flows:editor.next', { at: momentText(of.nextAt) })}</span>}
      {of.unknown > 0 && <span>{t('flows:editor.unknownDevices', { watched: of.watched, unknown: of.unknown })}</span>}
    </Stack>
  )
}
