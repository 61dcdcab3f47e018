import Stack from '@mui/material/Stack'
import { type FunctionComponent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { AddressTabs } from '#src/ui/AddressTabs.tsx'
import { AlarmTab } from './list/AlarmTab.tsx'
import { type AlarmTabName, TABS } from './tabs.ts'

const parts = {
  alarms: AlarmTab,
  rules: lazyPart(() => import('./rules/RuleTab.tsx').then(({ RuleTab }) => ({ default: RuleTab }))),
  silences: lazyPart(() => import('./silences/SilenceTab.tsx').then(({ SilenceTab }) => ({ default: SilenceTab }))),
  report: lazyPart(() => import('./report/ReportTab.tsx').then(({ ReportTab }) => ({ default: ReportTab }))),
} as const satisfies Record<AlarmTabName, FunctionComponent<{ areaId: number }>>

/** The alarms of a base, the rules that raise them, the times in which nobody is told, and how many there were. */
export default function WarningManagePage() {
  const { t } = useTranslation()
  return (
    <BaseGate title={t('alarms:title')} lead={t('alarms:lead')}>
      {(area) => (
        <Page title={t('alarms:title')} lead={t('alarms:lead')}>
          <Stack sx={{ height: '100%' }}>
            <AddressTabs id="alarm" label={t('alarms:title')} words={TABS.map((name) => [name, t(`alarms:tab.${name}`)])}>
              {(tab) => {
                const Part: FunctionComponent<{ areaId: number }> = parts[tab]
                return (
                  <Suspense fallback={<SkeletonList rows={6} height={52} />}>
                    <Part key={area.areaId} areaId={area.areaId} />
                  </Suspense>
                )
              }}
            </AddressTabs>
          </Stack>
        </Page>
      )}
    </BaseGate>
  )
}
