import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { MAX_OPENING_MB, MAX_OPENING_ROWS, openingStock, openingStockCalls, type OpeningReport } from '#contract/inventory/openingStock'
import { warehousing } from '#contract/inventory/warehousing'
import { call } from '#src/api/call.ts'
import { SheetDialog } from '#src/crud/SheetDialog.tsx'
import { useWords } from '#src/crud/useWords.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Modal } from '#src/ui/Modal.tsx'

/** Thousands of rows are judged, written and posted in one go. */
const SECONDS = 120
const NEEDED = [warehousing.codes.create, warehousing.codes.submit, warehousing.codes.post]

/** What lies in a store when the books are opened, from a spreadsheet: for who may make, submit and post receipts. */
export function OpeningStock({ storeId, name }: { storeId: number; name: string }) {
  const { t } = useTranslation()
  const { title, label } = useWords(openingStock)
  const [state, setState] = useState<'closed' | 'open' | OpeningReport>('closed')
  const close = () => setState('closed')
  return (
    <Permitted code={NEEDED}>
      <Button startIcon={<UploadIcon />} onClick={() => setState('open')} sx={{ alignSelf: 'flex-start' }}>
        {t('inventory:openingStock.open')}
      </Button>
      {state === 'open' && (
        <SheetDialog<OpeningReport, OpeningReport>
          title={title}
          lead={t('inventory:openingStock.lead', { store: name, max: MAX_OPENING_ROWS })}
          note={t('inventory:openingStock.note')}
          none={t('inventory:openingStock.none')}
          mostMegabytes={MAX_OPENING_MB}
          label={label}
          templatePath={openingStockCalls.template.path}
          check={(uuid) => call(openingStockCalls.check, { params: { uuid }, query: { storeId } }, { quiet: true })}
          bring={(fileId, leftOut) =>
            call(openingStockCalls.bring, { body: { fileId, storeId, leftOut } }, { quiet: true, seconds: SECONDS })
          }
          bringWords={(counts) => t('inventory:openingStock.bring', { count: counts.new })}
          beside={({ hasStock }) => hasStock && <Alert severity="warning">{t('inventory:openingStock.hasStock')}</Alert>}
          onBrought={setState}
          onClose={close}
        />
      )}
      {typeof state === 'object' && <Made documents={state.documents} onClose={close} />}
    </Permitted>
  )
}

/** What became of a spreadsheet, and whether its goods are there yet. */
function Made({ documents, onClose }: Pick<OpeningReport, 'documents'> & { onClose: () => void }) {
  const { t } = useTranslation()
  const { auditStatus } = documents[0]!
  const end = auditStatus === 'approved' ? 'posted' : auditStatus === 'submitted' ? 'waits' : 'draft'
  return (
    <Modal
      open
      onClose={onClose}
      width={560}
      title={t('inventory:openingStock.made', { count: documents.length })}
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('inventory:openingStock.done')}
        </Button>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Alert severity={end === 'posted' ? 'success' : 'warning'}>{t(`inventory:openingStock.${end}`)}</Alert>
        <Stack component="ul" sx={{ m: 0, pl: 3, gap: 0.5 }}>
          {documents.map(({ id, code, lineCount }) => (
            <li key={id}>
              <Link component={RouterLink} to={`${warehousing.page}/info/${id}`} onClick={onClose}>
                {code}
              </Link>
              {` · ${t('documents:line.count', { count: lineCount })}`}
            </li>
          ))}
        </Stack>
      </Stack>
    </Modal>
  )
}
