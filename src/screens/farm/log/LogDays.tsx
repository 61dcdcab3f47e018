import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TASKS } from '#contract/farm/taskCodes'
import type { LogRow } from '#contract/farm/log'
import { usePermission } from '#src/session/usePermission.ts'
import { dayAfter, dayText, dayWords } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'
import { byDay, keyOf } from './days.ts'
import { LogEntry } from './LogEntry.tsx'
import { rowPath } from './rowPath.ts'

const MINUTE = 60_000

/** What happened, day by day; older days are read as they come into view. */
export function LogDays({
  rows,
  more,
  onSee,
  onEdit,
  onRemove,
}: {
  rows: readonly LogRow[]
  /** Reads what is older; null where nothing is. */
  more: { readonly read: () => void; readonly busy: boolean; readonly failed: boolean } | null
  onSee: (row: LogRow, nth: number) => void
  onEdit: (row: LogRow) => void
  onRemove: (row: LogRow) => void
}) {
  const { t, i18n } = useTranslation()
  const managesTasks = usePermission(TASKS) === true
  const end = useRef<HTMLDivElement>(null)
  const read = more === null || more.busy || more.failed ? null : more.read
  useEffect(() => {
    if (end.current == null || read === null) return
    const watcher = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting === true) read()
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [read])

  const today = dayText(useNow(MINUTE))
  const yesterday = dayAfter(today, -1)
  const titleOf = (day: string) => {
    const words = dayWords(day, i18n.language, { weekday: 'long' })
    const said = `${day} ${words}`
    return day === today ? t('farm:log.today', { day: said }) : day === yesterday ? t('farm:log.yesterday', { day: said }) : said
  }
  return (
    <Box>
      {byDay(rows).map(({ day, rows: ofDay }) => (
        <Box key={day} component="section" aria-label={titleOf(day)}>
          <Typography
            variant="h2"
            sx={{ position: 'sticky', top: 0, zIndex: 1, bgcolor: 'background.default', py: 1, fontSize: '0.9375rem', fontWeight: 600 }}
          >
            {titleOf(day)}
          </Typography>
          <Box
            component="ol"
            sx={{
              listStyle: 'none',
              m: 0,
              mb: 2,
              px: { xs: 1.5, sm: 2 },
              bgcolor: 'background.paper',
              borderRadius: 1,
              border: 1,
              borderColor: 'divider',
              '& > li:last-child': { borderBottom: 0 },
            }}
          >
            {ofDay.map((row) => (
              <LogEntry key={keyOf(row)} row={row} path={rowPath(row, managesTasks)} onSee={onSee} onEdit={onEdit} onRemove={onRemove} />
            ))}
          </Box>
        </Box>
      ))}
      <Box ref={end} sx={{ textAlign: 'center', py: 1 }}>
        {more === null ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('farm:log.end')}
          </Typography>
        ) : (
          <Button onClick={more.read} loading={more.busy}>
            {t('farm:log.more')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
