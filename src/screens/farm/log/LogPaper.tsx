import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { MOST_OF_SHEET, type LogRow } from '#contract/farm/log'
import { Paper } from '#src/documents/Paper.tsx'
import { dayText, momentText } from '#src/time/moment.ts'
import { keyOf } from './days.ts'
import type { PrintedLog } from './usePrintedLog.ts'

const COLUMNS = ['at', 'title', 'by', 'landName'] as const

/** The log on paper: of which base, what it is narrowed by, and every row with its pictures small. */
export function LogPaper({ area, sentence, at, log }: { area: string; sentence: readonly string[]; at: number; log: PrintedLog }) {
  const { t } = useTranslation()
  const title = t('farm:log.title')
  const { rows, cut } = log
  const [newest, oldest] = [rows[0], rows.at(-1)].map((row) => row && (row.day ?? dayText(row.at)))
  const span = newest && oldest ? [t('farm:log.printed.span', { from: oldest, to: newest })] : []
  return (
    <Paper
      mark={`${title} · ${area}`}
      title={title}
      at={at}
      facts={[area, ...sentence, ...span, t('farm:log.printed.rows', { count: rows.length })]}
    >
      {cut && (
        <Typography variant="body2" sx={{ mb: 1, fontWeight: 600 }}>
          {t('farm:log.cut', { count: rows.length, max: MOST_OF_SHEET })}
        </Typography>
      )}
      <Table size="small">
        <TableHead>
          <TableRow>
            {COLUMNS.map((name) => (
              <TableCell key={name}>{t(`farm:log.columns.${name === 'landName' ? 'where' : name}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              <TableCell sx={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>{row.day ?? momentText(row.at).slice(0, 16)}</TableCell>
              <TableCell sx={{ width: '55%', verticalAlign: 'top', overflowWrap: 'anywhere' }}>
                <What row={row} pictures={log.pictures} />
              </TableCell>
              <TableCell sx={{ verticalAlign: 'top', minWidth: '20mm' }}>{row.by}</TableCell>
              <TableCell sx={{ verticalAlign: 'top' }}>
                {[row.landName, row.batchName, row.deviceName].filter((part) => part !== null).join(' · ')}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Paper>
  )
}

function What({ row, pictures }: { row: LogRow; pictures: PrintedLog['pictures'] }) {
  const { t } = useTranslation()
  const shown = row.pictures.flatMap((url) => pictures.get(url) ?? [])
  const left = row.pictures.length - shown.length
  const more = [
    row.level === 'info' ? null : t(`farm:log.level.${row.level}`),
    row.said,
    row.count > 1 ? t('farm:log.times', { count: row.count, at: momentText(row.since).slice(11, 16) }) : null,
  ]
  return (
    <>
      <strong>{row.title}</strong>
      <div>{more.filter((part) => part !== null).join(' · ')}</div>
      {row.text !== null && <div style={{ whiteSpace: 'pre-line' }}>{row.text}</div>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '1mm' }}>
        {shown.map((address) => (
          <Box key={address} component="img" src={address} alt="" sx={{ width: '18mm', height: '18mm', objectFit: 'cover' }} />
        ))}
      </Box>
      {left > 0 && <div>{t('farm:log.printed.pictures', { count: left })}</div>}
    </>
  )
}
