import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationCalls } from '#contract/organization/invitation'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { momentText } from '#src/time/moment.ts'
import { toast } from '#src/ui/toast.ts'

/** The enterprises that would have this person among them, until they have answered; nothing where there is none. */
export function InvitationList() {
  const { t } = useTranslation()
  const received = useCall(invitationCalls.received, {}, { staleTime: 0 })
  const [busy, setBusy] = useState<number | null>(null)
  const answer = async (invitationId: number, accept: boolean) => {
    setBusy(invitationId)
    const said = await call(invitationCalls.answer, { body: { invitationId, accept } })
    setBusy(null)
    if (!isFailure(said)) toast('success', t(accept ? 'account:invitation.accepted' : 'account:invitation.refused'))
    await received.refetch()
  }
  if (!received.data || received.data.length === 0) return null
  return (
    <Stack component="section" aria-label={t('account:invitation.title')} sx={{ gap: 1, mb: 2 }}>
      {received.data.map(({ invitationId, tenantName, invitedBy, expiresAt }) => (
        <Alert
          key={invitationId}
          severity="info"
          sx={{ flexWrap: 'wrap', '& .MuiAlert-action': { flexShrink: 0 } }}
          action={
            <>
              <Button size="small" color="inherit" disabled={busy !== null} onClick={() => void answer(invitationId, false)}>
                {t('account:invitation.refuse')}
              </Button>
              <Button
                size="small"
                variant="contained"
                loading={busy === invitationId}
                disabled={busy !== null}
                onClick={() => void answer(invitationId, true)}
              >
                {t('account:invitation.accept')}
              </Button>
            </>
          }
        >
          {t('account:invitation.text', { tenantName, invitedBy, until: momentText(expiresAt).slice(0, 16) })}
        </Alert>
      ))}
    </Stack>
  )
}
