import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ManagedUser,
  type SentLink,
  USERS_DISABLE,
  USERS_EDIT,
  USERS_HAND_OVER,
  USERS_RESET,
  userManageCalls,
} from '#contract/organization/user'
import { call, isFailure } from '#src/api/call.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { SentDialog } from './SentDialog.tsx'
import { UserForm, type UserWork } from './UserForm.tsx'

/** What can be done to one of the people, each for who may. */
export function UserActs({ of, onDone }: { of: ManagedUser; onDone: () => void }) {
  const { t } = useTranslation()
  const { self } = useSession()
  const confirm = useConfirm()
  const [work, setWork] = useState<UserWork | null>(null)
  const [handing, setHanding] = useState(false)
  const [sent, setSent] = useState<SentLink | null>(null)
  const { userId, realName: name } = of
  const here = of.state !== 'disabled'

  const disable = async () => {
    const asked = {
      title: t('organization:user.disableTitle', { name }),
      text: t('organization:user.disableText'),
      confirm: t('organization:user.act.disable'),
    }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    if (isFailure(await call(userManageCalls.disable, { body: { userId } }))) return
    toast('success', t('organization:user.disabled'))
    onDone()
  }
  const reset = async () => {
    if (of.begun) {
      const asked = { title: t('organization:user.resetTitle', { name }), text: t('organization:user.resetText') }
      if (!(await confirm({ ...asked, confirm: t('organization:user.act.reset') }))) return
    }
    const answer = await call(userManageCalls.reset, { body: { userId } })
    if (!isFailure(answer)) setSent(answer)
  }
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {here && !of.begun && (
        <Permitted code={USERS_EDIT}>
          <Button size="small" variant="outlined" onClick={() => setWork({ what: 'edit', of })}>
            {t('organization:user.act.edit')}
          </Button>
        </Permitted>
      )}
      {here && (
        <Permitted code={USERS_RESET}>
          <Button size="small" variant="outlined" onClick={() => void reset()}>
            {t(of.begun ? 'organization:user.act.reset' : 'organization:user.act.resend')}
          </Button>
        </Permitted>
      )}
      <Permitted code={USERS_HAND_OVER}>
        <Button size="small" variant="outlined" onClick={() => setHanding(true)}>
          {t('organization:user.handOver.open')}
        </Button>
      </Permitted>
      <Permitted code={USERS_DISABLE}>
        {!here ? (
          <Button size="small" variant="outlined" onClick={() => setWork({ what: 'enable', of })}>
            {t('organization:user.act.enable')}
          </Button>
        ) : userId === self?.id ? null : (
          <Button size="small" variant="outlined" color="error" onClick={() => void disable()}>
            {t('organization:user.act.disable')}
          </Button>
        )}
      </Permitted>
      {work !== null && (
        <UserForm
          work={work}
          onClose={() => setWork(null)}
          onDone={() => {
            setWork(null)
            onDone()
          }}
        />
      )}
      {handing && <HandOverDialog of={of} onClose={() => setHanding(false)} />}
      {sent !== null && <SentDialog of={name} link={sent} onClose={() => setSent(null)} />}
    </Stack>
  )
}
