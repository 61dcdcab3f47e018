import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonList } from '../ui/Skeletons.tsx'
import { type Cell, RecordCell } from './RecordCell.tsx'
import { type Row, useRecord } from './useRecords.ts'
import { useWords } from './useWords.ts'

const WIDTH = 420

/** Every field of a record with its label. */
export function RecordFacts({ of, record, cells = {} }: { of: AnyResource; record: Row; cells?: Readonly<Partial<Record<string, Cell>>> }) {
  const words = useWords(of)
  const shown = Object.entries(of.fields).filter(([, { internal }]) => !internal)
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(96px, auto) 1fr', columnGap: 2, rowGap: 1.5 }}>
      {shown.map(([name]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {words.label(name)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            <RecordCell of={of} name={name} record={record} words={words} cells={cells} />
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** A record beside its list. */
export function RecordDetail({
  of,
  id,
  cells,
  actions,
  onClose,
}: {
  of: AnyResource
  id: number
  cells: Readonly<Partial<Record<string, Cell>>>
  actions: (record: Row) => ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation()
  const titleId = useId()
  const { record, error, retry } = useRecord(of, id)
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: { xs: '100%', sm: WIDTH }, p: 3 } } }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', mb: 2, gap: 1 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0 }}>
          {record ? String(record[of.title] as string) : t('crud:details')}
        </Typography>
        <IconButton aria-label={t('crud:close')} onClick={onClose}>
          <Close />
        </IconButton>
      </Stack>
      {error ? (
        <ErrorState compact error={error} onRetry={() => void retry()} />
      ) : record ? (
        <>
          <RecordFacts of={of} record={record} cells={cells} />
          <Stack direction="row" sx={{ gap: 1, mt: 3 }}>
            {actions(record)}
          </Stack>
        </>
      ) : (
        <SkeletonList rows={8} height={28} />
      )}
    </Drawer>
  )
}
