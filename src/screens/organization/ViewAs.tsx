import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { ManagedUser } from '#contract/organization/user'
import { USER_VIEW, viewingCalls } from '#contract/session/viewing'
import { useCallMutation } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { startViewing } from '#src/api/viewing.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'

/** Looks at the console as somebody else. */
export function ViewAs({ user }: { user: ManagedUser }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { self } = useSession()
  const begin = useCallMutation(viewingCalls.begin, { onSuccess: ({ access_token: token }) => startViewing(token) })
  if (user.userId === self?.id || user.state === 'disabled') return null
  const ask = async () => {
    const title = t('organization:viewing.askTitle', { name: user.realName })
    const yes = await confirm({ title, text: t('organization:viewing.askText'), confirm: t('organization:viewing.askYes') })
    if (yes) begin.mutate({ params: { id: user.userId } })
  }
  return (
    <Permitted code={USER_VIEW}>
      <Button size="small" loading={begin.isPending} onClick={() => void ask()}>
        {t('organization:viewing.begin')}
      </Button>
    </Permitted>
  )
}
