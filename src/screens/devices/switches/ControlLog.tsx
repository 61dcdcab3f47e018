import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, switchCalls, type SwitchKind } from '#contract/devices/switch'
import { useCall } from '#src/api/useCall.ts'
import { useAskedBy } from '#src/devices/useAskedBy.ts'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { describeCommand } from '../describeCommand.ts'
import { describeSpan } from './describeSpan.ts'
import { CommandLadder } from './CommandLadder.tsx'
import { useSaid } from '#src/devices/useSaid.ts'

const PAGE = 5

/** Who asked what of one switch, and how it ended. */
export function ControlLog({ switchId, kind, name }: { switchId: number; kind: SwitchKind; name: string }) {
  const { t } = useTranslation()
  const words = useStatusWords(kind, name)
  const said = useSaid()
  const askedBy = useAskedBy()
  const wish = ({ status, maxRunMs }: Command) => {
    if (maxRunMs === null) return words(status)
    const { unit, ...span } = describeSpan(maxRunMs)
    return t('devices:cause.atMost', { status: words(status), span: t(`devices:changes.span.${unit}`, span) })
  }
  const [paging, setPaging] = useState({ page: 1, size: PAGE })
  const query = useCall(switchCalls.log, { query: { ...paging, switchId } }, { placeholderData: keepPreviousData })
  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList rows={3} height={28} />
  if (query.data.totalElements === 0)
    return (
      <Typography variant="body2" color="text.secondary" sx={{ py: 1 }}>
        {t('devices:control.noLog')}
      </Typography>
    )
  return (
    <>
      <TableContainer component="section" aria-label={t('devices:control.log')} tabIndex={0}>
        <Table size="small">
          <TableHead>
            <TableRow>
              {(['askedAt', 'author', 'asked', 'state'] as const).map((head) => (
                <TableCell key={head}>{t(`devices:control.${head}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {query.data.content.map((command) => (
              <TableRow key={command.id}>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(command.createdAt)}</TableCell>
                <TableCell>{askedBy(command)}</TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{wish(command)}</TableCell>
                <TableCell>
                  <CommandLadder
                    rungs={describeCommand(command.state, [...command.history, { state: command.state, at: command.stateAt }])}
                  />
                  {said(command.message) && (
                    <Typography variant="caption" color="text.secondary">
                      {said(command.message)}
                    </Typography>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {query.data.totalElements > PAGE && <Pager total={query.data.totalElements} paging={paging} sizes={[PAGE]} onPaging={setPaging} />}
    </>
  )
}
