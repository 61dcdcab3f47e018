import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Invitation, invitationCalls } from '#contract/organization/invitation'
import { USERS_CREATE } from '#contract/organization/user'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { InviteForm } from './InviteForm.tsx'

const WIDTH = 640
const SHOWN = 100

/** Who was invited, and what became of it; more can be invited, and what is open withdrawn. */
export function InvitationsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [inviting, setInviting] = useState(false)
  const made = useCall(invitationCalls.page, { query: { page: 1, size: SHOWN } }, { staleTime: 0 })
  const withdraw = async ({ invitationId }: Invitation) => {
    if (!isFailure(await call(invitationCalls.withdraw, { body: { invitationId } })))
      toast('success', t('organization:user.invite.withdrawn'))
    await made.refetch()
  }
  const rows = made.data?.content
  return (
    <Modal
      open
      onClose={onClose}
      width={WIDTH}
      title={t('organization:user.invite.list')}
      actions={
        <Permitted code={USERS_CREATE}>
          <Button variant="contained" onClick={() => setInviting(true)}>
            {t('organization:user.invite.title')}
          </Button>
        </Permitted>
      }
    >
      <QueryGate
        title={t('organization:user.invite.failed')}
        query={{ ...made, data: rows }}
        waiting={<SkeletonList rows={3} height={48} />}
        none={<Typography sx={{ color: 'text.secondary' }}>{t('organization:user.invite.none')}</Typography>}
      >
        {(found) => (
          <List disablePadding>
            {found.map((one) => (
              <ListItem key={one.invitationId} disableGutters divider sx={{ flexWrap: 'wrap', gap: 1 }}>
                <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
                  <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                    {one.realName === null ? one.asked : `${one.realName} · ${one.asked}`}
                  </Typography>
                  <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                    {t(`organization:user.invite.state.${one.state}`)} ·{' '}
                    {t('organization:user.invite.by', { name: one.invitedBy, at: momentText(one.madeAt).slice(0, 16) })}
                  </Typography>
                </Box>
                {one.state === 'open' && (
                  <Permitted code={USERS_CREATE}>
                    <Button
                      size="small"
                      color="error"
                      aria-label={t('frame:named', { what: t('organization:user.invite.withdraw'), which: one.asked })}
                      onClick={() => void withdraw(one)}
                    >
                      {t('organization:user.invite.withdraw')}
                    </Button>
                  </Permitted>
                )}
              </ListItem>
            ))}
          </List>
        )}
      </QueryGate>
      {inviting && (
        <InviteForm
          onClose={() => setInviting(false)}
          onDone={() => {
            setInviting(false)
            void made.refetch()
          }}
        />
      )}
    </Modal>
  )
}
