import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { infoPath } from '#contract/approvals/infoPath'
import type { TaskIssue } from '#contract/farm/taskMaterial'
import { materialShipment } from '#contract/inventory/materialShipment'
import { usePermission } from '#src/session/usePermission.ts'

/** The issue of what a task uses, how far it is, and what its store has too little of; or why none was drafted. */
export function IssueLine({ issue: { document, fault, said } }: { issue: TaskIssue }) {
  const { t } = useTranslation()
  const mayOpen = usePermission(materialShipment.codes.read) === true
  if (document === null)
    return (
      <Typography variant="caption" sx={{ color: 'warning.main' }}>
        {t(`farm:taskStock.fault.${fault ?? 'refused'}`, { said: said ?? '' })}
      </Typography>
    )
  const { id, code, auditStatus, progress, differs, short } = document
  const words = t('farm:taskStock.issueLink', { code })
  const state = auditStatus === 'approved' ? t(`documents:progress.outbound.${progress}`) : t(`documents:status.${auditStatus}`)
  return (
    <Stack>
      <Typography variant="caption">
        {mayOpen ? (
          <Link component={RouterLink} to={infoPath('materialShipment', id)}>
            {words}
          </Link>
        ) : (
          words
        )}
        {` · ${state}`}
      </Typography>
      {differs && (
        <Typography variant="caption" sx={{ color: 'warning.main' }}>
          {t('farm:taskStock.differs')}
        </Typography>
      )}
      {short.map(({ productName: name, by, unit }) => (
        <Typography key={name} variant="caption" sx={{ color: 'error.main' }}>
          {t('farm:taskStock.short', { name, by, unit })}
        </Typography>
      ))}
    </Stack>
  )
}
