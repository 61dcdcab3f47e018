import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { SentTab } from './SentTab.tsx'
import { StepsTab } from './StepsTab.tsx'

const parts = { people: PeopleTab, steps: StepsTab, sent: SentTab }
const TABS = Object.keys(parts) as (keyof typeof parts)[]

/** Who is told of the alarms of a base, whom it calls on step by step, and what was sent to them. */
export default function StaffPage() {
  const { t } = useTranslation()
  const { area, status, retry } = useArea()
  const [address, setAddress] = useSearchParams()
  if (status === 'loading') return <SkeletonPage />
  const tab = TABS.find((name) => name === address.get('tab')) ?? 'people'
  const Part = parts[tab]
  return (
    <Page title={t('alarms:staff.title')} lead={t('alarms:staff.lead')}>
      {status === 'failed' ? (
        <ErrorState onRetry={retry} />
      ) : area === null ? (
        <EmptyState variant="noData" title={t('frame:area.none')} />
      ) : (
        <Stack sx={{ height: '100%' }}>
          <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2, flexShrink: 0 }}>
            <Tabs
              value={tab}
              onChange={(_, next: keyof typeof parts) => setAddress(next === 'people' ? {} : { tab: next }, { replace: true })}
              variant="scrollable"
              scrollButtons={false}
              aria-label={t('alarms:staff.title')}
              sx={{ '& .MuiTab-root': { minWidth: 0, minHeight: 48, px: { xs: 1.5, sm: 2 } } }}
            >
              {TABS.map((name) => (
                <Tab
                  key={name}
                  value={name}
                  id={`staff-tab-${name}`}
                  aria-controls={`staff-part-${name}`}
                  label={t(`alarms:staff.tab.${name}`)}
                />
              ))}
            </Tabs>
          </Box>
          <Box role="tabpanel" id={`staff-part-${tab}`} aria-labelledby={`staff-tab-${tab}`} sx={{ flex: 1, minHeight: 0 }}>
            <Part key={area.areaId} areaId={area.areaId} />
          </Box>
        </Stack>
      )}
    </Page>
  )
}
