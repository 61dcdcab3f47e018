import Button from '@mui/material/Button'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { switchCalls } from '#contract/devices/switch'
import { type SwitchKind } from '#contract/devices/switchKind'
import { useCall } from '#src/api/useCall.ts'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { describeSpan } from './describeSpan.ts'

const FIRST = 5
const MORE = 20
const MOST = 1000

/** What one switch was, and how long each time, as its device said; newest first. `status` is what it is now: a new one is read again. */
export function StateHistory({
  switchId,
  kind,
  name,
  status,
}: {
  switchId: number
  kind: SwitchKind
  name: string
  status: number | null
}) {
  const { t } = useTranslation()
  const words = useStatusWords(kind, name)
  const [size, setSize] = useState(FIRST)
  const query = useCall(
    switchCalls.changes,
    { params: { id: switchId }, query: { size } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const { refetch } = query
  const read = useRef(status)
  useEffect(() => {
    if (read.current !== status) void refetch()
    read.current = status
  }, [status, refetch])
  if (!query.data) return <ListGate compact query={query} rows={3} height={28} />
  const { content, next } = query.data
  if (content.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary', py: 1 }}>
        {t('devices:changes.none')}
      </Typography>
    )
  const lasted = (at: number) => {
    const end = content[at - 1]?.at
    if (end === undefined) return t('devices:changes.now')
    const { unit, ...span } = describeSpan(end - content[at]!.at)
    return t(`devices:changes.span.${unit}`, span)
  }
  return (
    <>
      <SmallTable
        label={t('devices:changes.title')}
        heads={(['at', 'state', 'lasted'] as const).map((head) => t(`devices:changes.${head}`))}
        sx={{ '& th, & td': { px: { xs: 0.5, sm: 2 } } }}
      >
        {content.map((change, at) => (
          <TableRow key={change.id}>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(change.at)}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap', fontWeight: at === 0 ? 600 : 400 }}>{words(change.status)}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{lasted(at)}</TableCell>
          </TableRow>
        ))}
      </SmallTable>
      {next !== null && size < MOST && (
        <Button size="small" loading={query.isPlaceholderData} onClick={() => setSize(Math.min(MOST, size + MORE))} sx={{ mt: 0.5 }}>
          {t('devices:changes.more')}
        </Button>
      )}
    </>
  )
}
