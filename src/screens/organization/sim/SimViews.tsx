import NotificationsIcon from '@mui/icons-material/NotificationsOutlined'
import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { simCard } from '#contract/organization/simCard'
import { simLimitsCalls } from '#contract/organization/simLimits'
import { MAX_USAGE_MB, MAX_USAGE_ROWS, simUsageSheet, simUsageSheetCalls } from '#contract/organization/simUsageSheet'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { SheetDialog } from '#src/crud/SheetDialog.tsx'
import { kindOf } from '#src/crud/SheetOutcome.tsx'
import { useWords } from '#src/crud/useWords.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { toast } from '#src/ui/toast.ts'
import { SimLimitsForm } from './SimLimitsForm.tsx'
import { SimSourceButton } from './SimSourceButton.tsx'

/** What is done for all cards at once: what they used, when people are told, and how the carrier is asked. */
export function SimViews() {
  const mayEdit = usePermission(simCard.codes.edit) === true
  const limits = useCall(simLimitsCalls.get, {}, { enabled: mayEdit })
  if (!mayEdit) return null
  return (
    <>
      <UsageImport />
      {limits.data?.mayChange && (
        <>
          <LimitsButton />
          <SimSourceButton />
        </>
      )}
    </>
  )
}

function LimitsButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const limits = useCall(simLimitsCalls.get, {}, { enabled: open, staleTime: 0 })
  const [round, setRound] = useState(0)
  return (
    <>
      <Button
        startIcon={<NotificationsIcon />}
        loading={open && limits.isFetching && !limits.isFetchedAfterMount}
        loadingPosition="start"
        onClick={() => setOpen(true)}
      >
        {t('organization:sim.limits.open')}
      </Button>
      {open && limits.data !== undefined && (
        <SimLimitsForm
          key={round}
          begun={limits.data}
          onClose={() => setOpen(false)}
          onReload={() => void limits.refetch().then(() => setRound(round + 1))}
        />
      )}
    </>
  )
}

function UsageImport() {
  const { t } = useTranslation()
  const { reread } = useSettle([simCard.calls.page])
  const { title, label } = useWords(simUsageSheet)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        {t('organization:sim.sheet.open')}
      </Button>
      {open && (
        <SheetDialog
          title={title}
          lead={t('organization:sim.sheet.lead', { max: MAX_USAGE_ROWS })}
          note={t('organization:sim.sheet.note')}
          none={t('organization:sim.sheet.none')}
          mostMegabytes={MAX_USAGE_MB}
          label={label}
          templatePath={simUsageSheetCalls.template.path}
          check={(uuid) => call(simUsageSheetCalls.check, { params: { uuid } }, { quiet: true })}
          bring={(fileId, leftOut) => call(simUsageSheetCalls.bring, { body: { fileId, leftOut } }, { quiet: true })}
          onBrought={(report) => {
            setOpen(false)
            toast('success', t(`crud:imported.${kindOf(report)}`, report.counts))
            reread()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
