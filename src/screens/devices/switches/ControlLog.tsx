import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { switchCalls } from '#contract/devices/switch'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { useAskedBy } from '#src/devices/useAskedBy.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { describeCommand } from '#src/devices/describeCommand.ts'
import { CommandLadder } from '#src/devices/CommandLadder.tsx'
import { Wish } from './Wish.tsx'
import { useSaid } from '#src/devices/useSaid.ts'
import { SmallTable } from '#src/ui/SmallTable.tsx'

const PAGE = 5

/** Who asked what of one switch or of one device, from where, and how it ended. */
export function ControlLog({ of, size = PAGE }: { of: { switchId: number } | { concentratorId: number; verb?: string }; size?: number }) {
  const { t } = useTranslation()
  const said = useSaid()
  const askedBy = useAskedBy()
  const wholeDevice = 'concentratorId' in of
  const { query, pager } = usePagedCall(switchCalls.log, { query: of }, [size])
  if (!query.data) return <ListGate compact query={query} rows={3} height={28} />
  if (query.data.totalElements === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary', py: 1 }}>
        {t('devices:control.noLog')}
      </Typography>
    )
  return (
    <>
      <SmallTable
        label={t('devices:control.log')}
        heads={([...(wholeDevice ? (['switch'] as const) : []), 'askedAt', 'author', 'asked', 'state'] as const).map((head) =>
          t(`devices:control.${head}`),
        )}
      >
        {query.data.content.map((command) => (
          <TableRow key={command.id}>
            {wholeDevice && <TableCell>{command.switchName}</TableCell>}
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(command.createdAt)}</TableCell>
            <TableCell>{askedBy(command)}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>
              <Wish of={command} />
            </TableCell>
            <TableCell>
              <CommandLadder rungs={describeCommand(command.state, [...command.history, { state: command.state, at: command.stateAt }])} />
              {said(command.message) && (
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  {said(command.message)}
                </Typography>
              )}
            </TableCell>
          </TableRow>
        ))}
      </SmallTable>
      {query.data.totalElements > size && pager}
    </>
  )
}
