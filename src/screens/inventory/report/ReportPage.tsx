import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Page } from '#src/ui/Page.tsx'
import { PeriodTab } from './PeriodTab.tsx'
import { type ReportTab, tabIn, TABS } from './reportAddress.ts'
import { StandingTab } from './StandingTab.tsx'

/** What came into the stores, left them and is there over a time; what lies there unused, and what expires. */
export default function ReportPage() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const tab = tabIn(address)
  return (
    <Page
      title={t('inventory:report.title')}
      lead={t('inventory:report.lead')}
      actions={<Box ref={setSlot} sx={{ display: 'contents' }} />}
    >
      <Stack sx={{ minHeight: '100%' }}>
        <Box sx={{ borderBottom: 1, borderColor: 'divider', mb: 2, flexShrink: 0 }}>
          <Tabs
            value={tab}
            onChange={(_, next: ReportTab) => setAddress(next === 'period' ? {} : { tab: next }, { replace: true })}
            variant="scrollable"
            scrollButtons={false}
            aria-label={t('inventory:report.title')}
            sx={{ '& .MuiTab-root': { minWidth: 0, minHeight: 48, px: { xs: 1.5, sm: 2 } } }}
          >
            {TABS.map((name) => (
              <Tab
                key={name}
                value={name}
                id={`report-tab-${name}`}
                aria-controls={`report-part-${name}`}
                label={t(`inventory:report.tab.${name}`)}
              />
            ))}
          </Tabs>
        </Box>
        <Box role="tabpanel" id={`report-part-${tab}`} aria-labelledby={`report-tab-${tab}`} sx={{ flex: 1, minHeight: 0 }}>
          {tab === 'period' ? <PeriodTab slot={slot} /> : <StandingTab key={tab} part={tab} slot={slot} />}
        </Box>
      </Stack>
    </Page>
  )
}
