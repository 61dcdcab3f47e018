import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Page } from '#src/ui/Page.tsx'
import { InfoSection } from './InfoSection.tsx'
import { InvitationList } from './InvitationList.tsx'
import { LikeSection } from './LikeSection.tsx'
import { SafeSection } from './SafeSection.tsx'
import { TokenSection } from './TokenSection.tsx'

/** ACCOUNT-01: the address names the section. */
const sections = { info: InfoSection, like: LikeSection, safe: SafeSection, token: TokenSection } as const
type Key = keyof typeof sections
const KEYS = Object.keys(sections) as Key[]

/** What concerns the signed-in person alone: name and picture, preferences, password, devices and access tokens. */
export default function AccountPage() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const key = KEYS.find((one) => one === query.get('key')) ?? 'info'
  const Section = sections[key]
  return (
    <Page title={t('account:title')}>
      <InvitationList />
      <Tabs
        value={key}
        onChange={(_, next: Key) => setQuery({ key: next }, { replace: true })}
        aria-label={t('account:tabs.label')}
        variant="scrollable"
        allowScrollButtonsMobile
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {KEYS.map((one) => (
          <Tab key={one} value={one} label={t(`account:tabs.${one}`)} id={`account-tab-${one}`} aria-controls={`account-${one}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`account-${key}`} aria-labelledby={`account-tab-${key}`} sx={{ maxWidth: key === 'safe' ? 1280 : 880 }}>
        <Section />
      </Box>
    </Page>
  )
}
