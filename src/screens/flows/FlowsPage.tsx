import Stack from '@mui/material/Stack'
import { type FunctionComponent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { AddressTabs } from '#src/ui/AddressTabs.tsx'
import { FlowTab } from './list/FlowTab.tsx'
import { type FlowsTabName, TABS } from './tabs.ts'

const parts = {
  flows: FlowTab,
  runs: lazyPart(() => import('./runs/RunTab.tsx').then(({ RunTab }) => ({ default: RunTab }))),
} as const satisfies Record<FlowsTabName, FunctionComponent<{ areaId: number }>>

/** The flows of a base, and what they did. */
export default function FlowsPage() {
  const { t } = useTranslation()
  return (
    <BaseGate title={t('flows:title')} lead={t('flows:lead')}>
      {(area) => (
        <Page title={t('flows:title')} lead={t('flows:lead')}>
          <Stack sx={{ height: '100%' }}>
            <AddressTabs id="flow" label={t('flows:title')} words={TABS.map((name) => [name, t(`flows:tab.${name}`)])}>
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
