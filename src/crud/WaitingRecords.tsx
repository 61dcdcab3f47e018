import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import type { ChangeName } from '#contract/core/change'
import { useQueue } from '../field/useFieldQueue.ts'

/** Says above a list what of it was written here and is not on the server yet: nobody else sees it so far. */
export function WaitingRecords({ of }: { of: ChangeName }) {
  const { t } = useTranslation()
  const { queue } = useQueue()
  const own = queue.filter(({ kind }) => kind === of)
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
