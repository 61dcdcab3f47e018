import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { useQueue } from '../field/useFieldQueue.ts'

/** Says above a list what of it was written here and is not on the server yet: nobody else sees it so far. */
export function WaitingRecords({ of }: { of: AnyResource }) {
  const { t } = useTranslation()
  const { queue } = useQueue()
  const own = queue.filter(({ kind }) => kind === of.name)
  if (own.length === 0) return null
  return (
    <Alert severity="warning">
      {t('field:listWaits', {
        count: own.length,
        titles: own.map(({ deed, title }) => `${t(deed.does === 'create' ? 'field:create' : 'field:edit')} ${title}`).join(', '),
      })}
    </Alert>
  )
}
