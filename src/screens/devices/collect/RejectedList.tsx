import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { gatewayCalls, KEPT_REJECTED } from '#contract/devices/gateway'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { Age } from '#src/ui/Age.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { RejectedCounts } from './RejectedCounts.tsx'
import { wordNotes } from './wordNotes.ts'

const SIZES = [10, 20, 50]
const REFRESH_MS = 10_000

/** A line whose width changes with the screen: `borderBottom` at a breakpoint would take its color away again. */
const line = { borderBottomStyle: 'solid', borderColor: 'divider' }
/** Three columns beside each other, and in the hand one under the other: a sentence needs the width. */
const inRows = {
  '& td': { verticalAlign: 'top' },
  '& thead': { display: { xs: 'none', sm: 'table-header-group' } },
  '& tbody': { display: { xs: 'block', sm: 'table-row-group' } },
  '& tbody tr': { display: { xs: 'block', sm: 'table-row' }, py: { xs: 1, sm: 0 }, borderBottomWidth: { xs: '1px', sm: 0 }, ...line },
  '& tbody td': {
    display: { xs: 'block', sm: 'table-cell' },
    borderBottomWidth: { xs: 0, sm: '1px' },
    ...line,
    py: { xs: 0.25, sm: 0.75 },
  },
}

/** Why a value does not appear: what the device sent that could not be used, newest first, with the reason in plain words. */
export function RejectedList({ deviceId }: { deviceId: number }) {
  const { t, i18n } = useTranslation()
  const { query, pager } = usePagedCall(gatewayCalls.rejected, { params: { id: deviceId } }, SIZES, { refetchInterval: REFRESH_MS })
  if (!query.data) return <ListGate compact query={query} rows={6} />
  if (query.data.totalElements === 0)
    return <EmptyState variant="noData" compact title={t('devices:rejected.empty')} text={t('devices:rejected.emptyHint')} />
  return (
    <Stack spacing={1}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('devices:rejected.lead')}
      </Typography>
      <RejectedCounts deviceId={deviceId} refetchInterval={REFRESH_MS} />
      {query.data.totalElements >= KEPT_REJECTED && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('devices:rejected.kept', { most: decimalText(String(KEPT_REJECTED), i18n.language) })}
        </Typography>
      )}
      <SmallTable
        label={t('devices:collect.rejected')}
        heads={[t('devices:rejected.at'), t('devices:rejected.reason'), { words: t('devices:rejected.payload'), sx: { width: '45%' } }]}
        sx={inRows}
      >
        {query.data.content.map((message) => (
          <TableRow key={message.id}>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>
              {momentText(message.at)}
              <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
                <Age moment={message.at} />
              </Typography>
            </TableCell>
            <TableCell>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {t(`devices:rejected.why.${message.reason}`)}
              </Typography>
              <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {wordNotes(t, message)}
              </Typography>
            </TableCell>
            <TableCell>
              <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {message.topic}
              </Typography>
              <Box
                component="pre"
                sx={{
                  m: 0,
                  maxHeight: 120,
                  overflow: 'auto',
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                  typography: 'caption',
                  fontFamily: 'monospace',
                }}
              >
                {message.payload}
              </Box>
            </TableCell>
          </TableRow>
        ))}
      </SmallTable>
      {pager}
    </Stack>
  )
}
