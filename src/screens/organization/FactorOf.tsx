import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { factorRuleCalls, USER_RESET } from '#contract/organization/factorRule'
import type { ManagedUser } from '#contract/organization/user'
import { useCall, useCallMutation } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { toast } from '#src/ui/toast.ts'

/** Whether somebody signs in with a second factor, and its end where it is lost. */
export function FactorOf({ user }: { user: ManagedUser }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { self } = useSession()
  const params = { id: user.userId }
  const state = useCall(factorRuleCalls.ofUser, { params }, { staleTime: 0 })
  const off = useCallMutation(factorRuleCalls.switchOff, {
    onSuccess: async () => {
      toast('success', t('organization:factor.switchedOff'))
      await state.refetch()
    },
  })
  const ask = async () => {
    const title = t('organization:factor.offTitle', { name: user.realName })
    const asked = { title, text: t('organization:factor.offText'), confirm: t('organization:factor.switchOff'), color: 'error' } as const
    if (await confirm(asked)) off.mutate({ params })
  }
  if (!state.data) return null
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
      <div>
        <SecondaryText variant="caption">{t('organization:factor.of')}</SecondaryText>
        <Typography variant="body2">{t(state.data.on ? 'organization:factor.on' : 'organization:factor.off')}</Typography>
      </div>
      {state.data.on && user.userId !== self?.id && (
        <Permitted code={USER_RESET}>
          <Button size="small" color="error" loading={off.isPending} onClick={() => void ask()}>
            {t('organization:factor.switchOff')}
          </Button>
        </Permitted>
      )}
    </Stack>
  )
}
