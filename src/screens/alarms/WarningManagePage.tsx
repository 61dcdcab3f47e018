import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type FunctionComponent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList, SkeletonPage } from '#src/ui/Skeletons.tsx'
import { AlarmTab } from './list/AlarmTab.tsx'
import { type AlarmTabName, tabIn, TABS } from './tabs.ts'

const parts = {
  alarms: AlarmTab,
  rules: lazyPart(() => import('./rules/RuleTab.tsx').then(({ RuleTab }) => ({ default: RuleTab }))),
  silences: lazyPart(() => import('./silences/SilenceTab.tsx').then(({ SilenceTab }) => ({ default: SilenceTab }))),
  report: lazyPart(() => import('./report/ReportTab.tsx').then(({ ReportTab }) => ({ default: ReportTab }))),
} as const satisfies Record<AlarmTabName, FunctionComponent<{ areaId: number }>>

/** The alarms of a base, the rules that raise them, the times in which nobody is told, and how many there were. */
export default function WarningManagePage() {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  const [address, setAddress] = useSearchParams()
  if (status === 'loading') return <SkeletonPage />
  const tab = tabIn(address)
  const Part: FunctionComponent<{ areaId: number }> = parts[tab]
  return (
    <Page title={t('alarms:title')} lead={t('alarms:lead')}>
      {status === 'failed' ? (
        <ErrorState onRetry={retry} />
      ) : area === null ? (
        <EmptyState variant="noData" title={t('frame:area.none')} />
      ) : (
        <Stack sx={{ height: '100%' }}>
          <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2, flexShrink: 0 }}>
            <Tabs
              value={tab}
              onChange={(_, next: AlarmTabName) => setAddress(next === 'alarms' ? {} : { tab: next }, { replace: true })}
              variant="scrollable"
              scrollButtons={false}
              aria-label={t('alarms:title')}
              sx={{ '& .MuiTab-root': { minWidth: 0, minHeight: 48, px: { xs: 1.5, sm: 2 } } }}
            >
              {TABS.map((name) => (
                <Tab
                  key={name}
                  value={name}
                  id={`alarm-tab-${name}`}
                  aria-controls={`alarm-part-${name}`}
                  label={t(`alarms:tab.${name}`)}
                />
              ))}
            </Tabs>
          </Box>
          <Box role="tabpanel" id={`alarm-part-${tab}`} aria-labelledby={`alarm-tab-${tab}`} sx={{ flex: 1, minHeight: 0 }}>
            <Suspense fallback={<SkeletonList rows={6} height={52} />}>
              <Part key={area.areaId} areaId={area.areaId} />
            </Suspense>
          </Box>
        </Stack>
      )}
    </Page>
  )
}
