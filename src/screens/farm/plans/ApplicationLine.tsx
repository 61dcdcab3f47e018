import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { z } from 'zod'
import { infoPath } from '#contract/approvals/infoPath'
import type { planNeedCalls } from '#contract/inventory/planNeeds'

type Application = z.infer<typeof planNeedCalls.list.answer>['applications'][number]

/** A purchase application that was made for a plan, with the way to it and how far it is. */
export function ApplicationLine({ application }: { application: Application }) {
  const { t } = useTranslation()
  const { id, code, formCode, readable, auditStatus, progress } = application
  const words = t('farm:plan.needs.application', { code })
  const state = auditStatus === 'approved' ? t(`documents:progress.storage.${progress}`) : t(`documents:status.${auditStatus}`)
  return (
    <Typography variant="body2">
      {readable ? (
        <Link component={RouterLink} to={infoPath(formCode, id)}>
          {words}
        </Link>
      ) : (
        words
      )}
      {` · ${state}`}
    </Typography>
  )
}
