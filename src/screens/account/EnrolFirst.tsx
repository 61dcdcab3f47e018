import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TenantModal } from '#src/frame/TenantModal.tsx'
import { belongings } from '#src/session/belongings.ts'
import { refreshSelf, signOut, useSession } from '#src/session/session.ts'
import { Section } from '#src/ui/Section.tsx'
import { useWindowTitle } from '#src/ui/windowTitle.ts'
import { EnrolSteps } from './factor/EnrolSteps.tsx'

/** The enterprise demands a second factor and the user has none: this alone is open there, and the ways out of it. `hold` keeps it until the codes are kept. */
export default function EnrolFirst({ hold }: { hold: (held: boolean) => void }) {
  const { t } = useTranslation()
  const { self, tenantId } = useSession()
  const [tenants, setTenants] = useState(false)
  useWindowTitle('page', t('account:factor.first'))
  const name = self?.tenants.find((one) => one.tenantId === tenantId)?.tenantName ?? ''
  const goOn = async () => {
    await refreshSelf()
    belongings.get().permissions.renew()
    hold(false)
  }
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: 2, bgcolor: 'background.default' }}>
      <Stack sx={{ gap: 2, width: '100%', maxWidth: 600 }}>
        <Section title={t('account:factor.first')}>
          <Stack sx={{ gap: 2 }}>
            <Alert severity="info">{t('account:factor.firstLead', { name })}</Alert>
            <EnrolSteps isOn={false} onHold={hold} onKept={() => void goOn()} />
          </Stack>
        </Section>
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'center' }}>
          {(self?.tenants.length ?? 0) > 1 && <Button onClick={() => setTenants(true)}>{t('account:factor.otherTenant')}</Button>}
          <Button onClick={() => void signOut()}>{t('frame:user.signOut')}</Button>
        </Stack>
      </Stack>
      <TenantModal open={tenants} onClose={() => setTenants(false)} />
    </Box>
  )
}
