import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'
import type { ListState } from '#src/ui/listAddress.ts'
import type { Column } from '#src/ui/ListTable.tsx'
import { momentText } from '#src/time/moment.ts'
import { Paper } from '#src/documents/Paper.tsx'
import { usePrinting } from '#src/ui/usePrinting.ts'

/** The most rows that are printed: who wants more takes the spreadsheet. */
const MOST = 1000

/** A page of rows, as a call answers it. */
export interface Listed<Row> {
  readonly content: readonly Row[]
  readonly number: number
  readonly size: number
  readonly totalElements: number
}
/** How a list goes to paper. */
export interface PaperOf<Row, Answer extends Listed<Row>> {
  readonly title: string
  /** What is said below it before the filters: days, moments. */
  readonly facts: readonly string[]
  /** Filters that `facts` say already. */
  readonly said?: readonly string[]
  /** The first rows of all pages. */
  readonly read: (paging: { page: number; size: number }) => Promise<Answer | CallFailure>
  /** The last line, by the names of the columns. */
  readonly totals: (answer: Answer) => Readonly<Record<string, ReactNode>>
}

/** Prints a list: its button reads all rows first; by the browser's own menu, which waits for nothing, what the screen shows is printed. */
export function usePaper<Row, Answer extends Listed<Row>>({ read }: PaperOf<Row, Answer>) {
  const { at, given, print } = usePrinting<Answer>()
  const [busy, setBusy] = useState(false)
  return {
    at,
    all: given,
    busy,
    print: async () => {
      setBusy(true)
      const answer = await read({ page: 1, size: MOST })
      setBusy(false)
      if (!isFailure(answer)) print(answer)
    },
  }
}

/** A list on paper: what it is of, every row, and what they come to. Whatever is left out is said. */
export function ListPaper<Row extends object, Answer extends Listed<Row>>({
  paper,
  at,
  answer,
  isPage,
  state,
  filters,
  columns,
}: {
  paper: PaperOf<Row, Answer>
  at: number
  answer: Answer
  /** It is what the screen shows, and not the first rows of all. */
  isPage: boolean
  state: ListState
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
}) {
  const { t } = useTranslation()
  const { content, totalElements: total } = answer
  const narrowed = filters.flatMap(({ name, label, options, moment }) => {
    const value = state.filters[name]
    if (value === undefined || paper.said?.includes(name)) return []
    const words = options?.find((one) => one.value === value)?.label ?? (moment ? momentText(Number(value)) : value)
    return [t('inventory:goodsPrint.filters', { label, value: words })]
  })
  const first = isPage ? (answer.number - 1) * answer.size + 1 : 1
  const isCut = content.length < total
  const totals = paper.totals(answer)
  return (
    <Paper
      wide
      mark={[paper.title, ...paper.facts.slice(0, 1)].join(' · ')}
      title={paper.title}
      at={at}
      facts={[...paper.facts, ...narrowed, t('inventory:goodsPrint.rows', { count: total })]}
    >
      {isCut && (
        <Typography variant="body2" sx={{ mb: 1, fontWeight: 600 }}>
          {isPage
            ? t('inventory:goodsPrint.page', { first, last: first + content.length - 1, total })
            : t('inventory:goodsPrint.cut', { count: content.length, total })}
        </Typography>
      )}
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map(({ name, label, align }) => (
              <TableCell key={name} align={align ?? 'left'}>
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {content.map((row, nth) => (
            <TableRow key={nth}>
              {columns.map(({ name, align, cell }) => (
                <TableCell key={name} align={align ?? 'left'}>
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {Object.keys(totals).length > 0 && (
          <TableFooter>
            <TableRow>
              {columns.map(({ name, align }, nth) => (
                <TableCell key={name} align={align ?? 'left'} sx={{ fontWeight: 600 }}>
                  {nth === 0 ? t('inventory:goodsPrint.all') : totals[name]}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </Paper>
  )
}
