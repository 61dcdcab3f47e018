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
import { FlowTab } from './list/FlowTab.tsx'
import { type FlowsTabName, tabIn, TABS } from './tabs.ts'

const parts = {
  flows: FlowTab,
  runs: lazyPart(() => import('./runs/RunTab.tsx').then(({ RunTab }) => ({ default: RunTab }))),
} as const satisfies Record<FlowsTabName, FunctionComponent<{ areaId: number }>>

/** The flows of a base, and what they did. */
export default function FlowsPage() {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  const [address, setAddress] = useSearchParams()
  if (status === 'loading') return <SkeletonPage />
  const tab = tabIn(address)
  const Part: FunctionComponent<{ areaId: number }> = parts[tab]
  return (
    <Page title={t('flows:title')} lead={t('flows:lead')}>
      {status === 'failed' ? (
        <ErrorState onRetry={retry} />
      ) : area === null ? (
        <EmptyState variant="noData" title={t('frame:area.none')} />
      ) : (
        <Stack sx={{ height: '100%' }}>
          <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2, flexShrink: 0 }}>
            <Tabs
              value={tab}
              onChange={(_, next: FlowsTabName) => setAddress(next === 'flows' ? {} : { tab: next }, { replace: true })}
              aria-label={t('flows:title')}
              sx={{ '& .MuiTab-root': { minWidth: 0, minHeight: 48, px: { xs: 1.5, sm: 2 } } }}
            >
              {TABS.map((name) => (
                <Tab key={name} value={name} id={`flow-tab-${name}`} aria-controls={`flow-part-${name}`} label={t(`flows:tab.${name}`)} />
              ))}
            </Tabs>
          </Box>
          <Box role="tabpanel" id={`flow-part-${tab}`} aria-labelledby={`flow-tab-${tab}`} sx={{ flex: 1, minHeight: 0 }}>
            <Suspense fallback={<SkeletonList rows={6} height={52} />}>
              <Part key={area.areaId} areaId={area.areaId} />
            </Suspense>
          </Box>
        </Stack>
      )}
    </Page>
  )
}
