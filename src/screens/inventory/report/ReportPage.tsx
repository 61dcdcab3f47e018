import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { REPORT } from '#contract/inventory/codes'
import { reportCalls } from '#contract/inventory/report'
import { downloadFile } from '#src/files/downloadFile.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { readAddress } from '#src/ui/listAddress.ts'
import { Page } from '#src/ui/Page.tsx'
import { PeriodTab } from './PeriodTab.tsx'
import { byIn, daysIn, narrowingIn, PERIOD_FILTERS, type ReportTab, tabIn, TABS } from './reportAddress.ts'
import { StandingTab } from './StandingTab.tsx'

/** What came into the stores, left them and is there over a time; what lies there unused, and what expires. */
export default function ReportPage() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [address, setAddress] = useSearchParams()
  const tab = tabIn(address)
  const download = () => {
    const state = readAddress(address, PERIOD_FILTERS)
    const asked = { ...narrowingIn(state), ...daysIn(state, Date.now()), by: byIn(address) }
    const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
    const fileUrl = `${reportCalls.export.path.replace('{t}', String(tenantId))}?${query}`
    return downloadFile({ fileUrl, fileName: `${t('inventory:report.title')} ${asked.from} ${asked.to}.xlsx` })
  }
  return (
    <Page
      title={t('inventory:report.title')}
      lead={t('inventory:report.lead')}
      actions={
        tab === 'period' && (
          <Permitted code={REPORT}>
            <Button startIcon={<DownloadIcon />} onClick={() => void download()}>
              {t('crud:export')}
            </Button>
          </Permitted>
        )
      }
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
          {tab === 'period' ? <PeriodTab /> : <StandingTab key={tab} part={tab} />}
        </Box>
      </Stack>
    </Page>
  )
}
