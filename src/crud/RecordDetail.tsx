import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonList } from '../ui/Skeletons.tsx'
import { useWindowTitle } from '../ui/windowTitle.ts'
import { type Row, titleOf, useRecord } from './useRecords.ts'

const WIDTH = 420

/** A record beside its list. */
export function RecordDetail({
  of,
  id,
  onClose,
  children,
}: {
  of: AnyResource
  id: number
  onClose: () => void
  children: (record: Row) => ReactNode
}) {
  const { t } = useTranslation()
  const titleId = useId()
  const { record, error, retry } = useRecord(of, id)
  useWindowTitle('over', record ? titleOf(of, record) : null)
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: { xs: '100%', sm: WIDTH }, p: 3, gap: 2 } } }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
          {record ? titleOf(of, record) : t('crud:details')}
        </Typography>
        <IconButton aria-label={t('crud:close')} onClick={onClose}>
          <Close />
        </IconButton>
      </Stack>
      {error ? (
        <ErrorState compact error={error} onRetry={() => void retry()} />
      ) : record ? (
        children(record)
      ) : (
        <SkeletonList rows={8} height={28} />
      )}
    </Drawer>
  )
}
