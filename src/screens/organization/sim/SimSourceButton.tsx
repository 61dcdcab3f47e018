import CloudSyncIcon from '@mui/icons-material/CloudSyncOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { simSourceCalls } from '#contract/organization/simSource'
import { useCall } from '#src/api/useCall.ts'
import { SimSourceForm } from './SimSourceForm.tsx'

/** Opens how the carrier's service is asked. */
export function SimSourceButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const source = useCall(simSourceCalls.get, {}, { enabled: open, staleTime: 0, gcTime: 0 })
  const [round, setRound] = useState(0)
  return (
    <>
      <Button startIcon={<CloudSyncIcon />} loading={open && source.isPending} loadingPosition="start" onClick={() => setOpen(true)}>
        {t('organization:sim.source.open')}
      </Button>
      {open && source.data !== undefined && (
        <SimSourceForm
          key={round}
          begun={source.data}
          onClose={() => setOpen(false)}
          onReload={() => void source.refetch().then(() => setRound(round + 1))}
        />
      )}
    </>
  )
}
