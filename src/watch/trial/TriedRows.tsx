import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '#src/ui/Pager.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import type { TrialWords } from './TrialResult.tsx'

const SIZES = [10, 50] as const

/** What a lane of a dry run holds as a table, some at a time; each row is drawn by `children`. */
export function TriedRows<Row>({
  of,
  count,
  words,
  label,
  heads,
  children,
}: {
  of: readonly Row[]
  /** So many there are; `of` may list fewer. */
  count: number
  words: TrialWords
  label: string
  heads: readonly string[]
  children: (row: Row, at: number) => ReactNode
}) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: SIZES[0] })
  if (count === 0) return <Typography sx={{ color: 'text.secondary', py: 2 }}>{t(`${words}.none`)}</Typography>
  const page = Math.min(paging.page, Math.max(1, Math.ceil(of.length / paging.size)))
  return (
    <>
      {count > of.length && (
        <Typography variant="body2" sx={{ color: 'text.secondary', pt: 1 }}>
          {t('alarms:trial.only', { shown: of.length, count })}
        </Typography>
      )}
      <SmallTable label={label} heads={heads}>
        {of.slice((page - 1) * paging.size, page * paging.size).map(children)}
      </SmallTable>
      {of.length > SIZES[0] && <Pager total={of.length} paging={{ ...paging, page }} sizes={SIZES} onPaging={setPaging} />}
    </>
  )
}
