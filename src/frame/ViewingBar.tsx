import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { viewingCalls } from '#contract/session/viewing'
import { call } from '#src/api/call.ts'
import { useSession } from '#src/session/session.ts'
import { leaveViewing } from '#src/api/viewing.ts'
import { momentText } from '#src/time/moment.ts'

/** Stands over everything while somebody looks at the console as somebody else, and ends that. */
export function ViewingBar() {
  const { t } = useTranslation()
  const { self } = useSession()
  if (self?.viewing === undefined) return null
  const end = async () => {
    // Where nobody answers this window leaves all the same; the server ends it by itself.
    await call(viewingCalls.end, {}, { quiet: true })
    leaveViewing()
  }
  return (
    <Alert
      severity="warning"
      icon={<VisibilityOutlined fontSize="inherit" />}
      square
      sx={{ py: 0, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
      action={
        <Button color="inherit" size="small" onClick={() => void end()}>
          {t('frame:viewing.end')}
        </Button>
      }
    >
      {t('frame:viewing.says', { name: self.realName })} · {t('frame:viewing.until', { at: momentText(self.viewing.until).slice(11, 16) })}
    </Alert>
  )
}
