import Link from '@mui/material/Link'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { SmallTable } from '#src/ui/SmallTable.tsx'

export interface Counted {
  readonly key: string
  readonly name: string
  readonly count: number
  readonly neverAcknowledged: number
  /** Its alarms, and those of them that nobody acknowledged; null of what is no more. */
  readonly to: string | null
  readonly toNever: string | null
}

const CountLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Link component={RouterLink} to={to}>
      {children}
    </Link>
  )

/** What raised how many alarms, most first, and how many of them nobody acknowledged. */
export function CountTable({ label, rows }: { label: string; rows: readonly Counted[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return <Typography sx={{ color: 'text.secondary', px: 2, pb: 2 }}>{t('alarms:report.none')}</Typography>
  return (
    <SmallTable
      label={label}
      heads={[t('alarms:report.name'), { words: t('alarms:report.count'), right: true }, { words: t('alarms:report.never'), right: true }]}
      maxHeight={420}
    >
      {rows.map(({ key, name, count, neverAcknowledged, to, toNever }) => (
        <TableRow key={key} hover>
          <TableCell sx={{ overflowWrap: 'anywhere' }}>
            <CountLink to={to}>{name}</CountLink>
          </TableCell>
          <TableCell align="right">{count}</TableCell>
          <TableCell align="right">
            <CountLink to={neverAcknowledged > 0 ? toNever : null}>{neverAcknowledged}</CountLink>
          </TableCell>
        </TableRow>
      ))}
    </SmallTable>
  )
}
