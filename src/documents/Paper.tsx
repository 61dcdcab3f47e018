import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useSession } from '#src/session/session.ts'
import { momentText } from '#src/time/moment.ts'

/**
 * The paper: nothing of the console's frame, black on white whatever the console looks like, the heads of a table on every page and its sum on
 * the last, and where the browser can (Chromium) which page of how many it is, of what (`mark`).
 */
const sheetOf = (mark: string, wide: boolean) => `
@page { size: A4${wide ? ' landscape' : ''}; margin: 14mm 12mm 16mm; @bottom-left { content: ${JSON.stringify(mark)}; font-size: 8pt } @bottom-right { content: counter(page) " / " counter(pages); font-size: 8pt } }
@media screen { .printed { display: none } }
@media print {
  html, body { height: auto !important; overflow: visible !important }
  body > *:not(.printed) { display: none !important }
  .printed, .printed * { color: var(--mui-palette-common-black) !important; background: none !important }
  .printed .MuiTableContainer-root { overflow: visible }
  .printed thead { display: table-header-group }
  .printed tfoot { display: table-row-group }
  .printed tr { break-inside: avoid }
  .printed td, .printed th { padding: 1mm 1.5mm; font-size: 8.5pt; line-height: 1.3 }
  .printed td .MuiTypography-root { font-size: inherit }
}`

/** What is drawn for paper alone: whose it is, what, and when it was printed. Shown by who prints (`usePrinting`). */
export function Paper({
  mark,
  title,
  facts,
  at,
  wide = false,
  children,
}: {
  mark: string
  title: string
  /** What is said of it below its title. */
  facts: readonly string[]
  /** When it is printed: ms. */
  at: number
  /** Its tables have many columns. */
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { self, tenantId } = useSession()
  const tenant = self?.tenants.find((one) => one.tenantId === tenantId)?.tenantName
  return createPortal(
    <Box className="printed" role="document" aria-label={mark}>
      <style>{sheetOf(mark, wide)}</style>
      <Box component="header" sx={{ mb: 1.5 }}>
        <Typography variant="body2">{tenant}</Typography>
        <Typography variant="h1" component="h1">
          {title}
        </Typography>
        <Typography variant="body2">{[...facts, t('documents:print.printed', { at: momentText(at) })].join(' · ')}</Typography>
      </Box>
      {children}
    </Box>,
    document.body,
  )
}
