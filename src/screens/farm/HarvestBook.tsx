import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { infoPath } from '#contract/approvals/infoPath'
import type { Batch } from '#contract/farm/batch'
import { batchCostCalls } from '#contract/farm/batchCost'
import { type Harvest, harvest, harvestCalls } from '#contract/farm/harvest'
import { herdCalls } from '#contract/farm/herd'
import { harvestReceiptCalls } from '#contract/inventory/harvestReceipt'
import { warehousing } from '#contract/inventory/warehousing'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { toast } from '#src/ui/toast.ts'
import { EarlyMark } from './activityCells.tsx'
import { BookSection } from './BookSection.tsx'
import { PercentBar } from './PercentBar.tsx'
import { useBook } from './useBook.ts'

/** What was harvested of a batch, against what was expected, each with the receipt by which it comes into stock. */
export function HarvestBook({ record }: { record: Batch }) {
  const { t, i18n } = useTranslation()
  const { batchId, startedAt } = record
  const read = useCall(harvestCalls.page, { query: { batchId, size: 0 } })
  const { mayWrite, reread } = useBook(record, [harvestCalls.page, herdCalls.page, batchCostCalls.page])
  if (startedAt === null) return null

  const amount = (text: string) => decimalText(text, i18n.language)
  const draft = async ({ id }: Harvest) => {
    const answer = await call(harvestReceiptCalls.draft, { body: { harvestId: id } })
    if (!isFailure(answer)) toast('success', t('farm:harvest.drafted', { code: answer.code }))
    reread()
  }
  const unitOf = ({ unitKind, unitName }: Harvest) => (unitKind === 'kg' ? t('farm:harvest.kg') : unitName)
  const { kg = '0', expectedYield = null, others = [] } = read.data ?? {}
  const percent = expectedYield === null ? null : Math.round((Number(kg) / Number(expectedYield)) * 100)
  return (
    <BookSection
      name="harvest"
      owner={{ batchId }}
      read={read}
      calls={harvestCalls}
      mayWrite={mayWrite}
      mayChange={({ receipt }) => receipt === null}
      onChanged={reread}
      summary={
        (read.data?.totalElements ?? 0) > 0 && (
          <>
            {percent !== null && <PercentBar percent={percent} label={t('farm:harvest.yield', { percent })} />}
            <Typography variant="body2">
              {percent === null
                ? t('farm:harvest.sum', { kg: amount(kg) })
                : t('farm:harvest.ofExpected', { kg: amount(kg), expected: amount(expectedYield!), percent })}
              {others.map(({ unitName: unit, quantity }) => ` ${t('farm:harvest.other', { quantity: amount(quantity), unit })}`).join('')}
            </Typography>
          </>
        )
      }
      row={(one) => (
        <>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {[
              one.harvestedOn,
              `${amount(one.quantity)} ${unitOf(one)}`,
              ...(one.headCount === null ? [] : [t('farm:harvest.head', { head: amount(String(one.headCount)) })]),
            ].join(' · ')}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[one.productName, one.storeName, one.remark].filter((part) => part !== null).join(' · ')}
          </Typography>
          {one.safeFrom !== null && <EarlyMark value={one.safeFrom} />}
          <Receipt of={one} />
          {one.receipt === null && one.productId !== null && one.storeId !== null && (
            <Permitted code={warehousing.codes.create}>
              <Button size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => void draft(one)}>
                {t('farm:harvest.draft')}
              </Button>
            </Permitted>
          )}
        </>
      )}
      called={({ harvestedOn: day }) => ({ day })}
      form={(one) => ({
        of: harvest,
        initial: { harvestedOn: read.data?.today },
        layout: [
          record.nurtureKind === null ? ['harvestedOn'] : ['harvestedOn', 'headCount'],
          ['quantity', 'unitKind'],
          ['productId', 'storeId'],
          ['remark'],
        ],
        options: {
          ...(one?.productId != null && { productId: [{ value: one.productId, label: one.productName! }] }),
          ...(one?.storeId != null && { storeId: [{ value: one.storeId, label: one.storeName! }] }),
        },
      })}
    />
  )
}

/** The receipt of a harvest, with the way to it and how far it is. */
function Receipt({ of: { receipt } }: { of: Harvest }) {
  const { t } = useTranslation()
  if (receipt === null) return null
  const { auditStatus, progress, readable, formCode, id, code } = receipt
  const state = auditStatus === 'approved' ? t(`documents:progress.storage.${progress}`) : t(`documents:status.${auditStatus}`)
  return (
    <Typography variant="caption">
      {readable ? (
        <Link component={RouterLink} to={infoPath(formCode, id)}>
          {t('farm:harvest.receipt', { code })}
        </Link>
      ) : (
        t('farm:harvest.receipt', { code })
      )}
      {` · ${state}`}
    </Typography>
  )
}
