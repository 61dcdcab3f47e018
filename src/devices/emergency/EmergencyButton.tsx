import DangerousIcon from '@mui/icons-material/Dangerous'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTROL } from '#contract/devices/switch'
import { type NamedBase, usePageBase } from '#src/session/pageBase.ts'
import { useArea } from '#src/session/useArea.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { EmergencyDialog } from './EmergencyDialog.tsx'

/**
 * Stops a base after one question: that of what the page is about, else the selected one; where these are two the question offers both.
 * Nothing for who may not turn devices, and without a base.
 */
export function EmergencyButton() {
  const { t } = useTranslation()
  const { area } = useArea()
  const about = usePageBase()
  const may = usePermission(CONTROL) === true
  // The bases that were asked about stay it, whatever is selected meanwhile.
  const [asked, setAsked] = useState<readonly [NamedBase, ...NamedBase[]] | null>(null)
  const selected = area && { areaId: area.areaId, areaName: area.areaName }
  const first = about ?? selected
  if (!may || first === null) return null
  const second = selected !== null && selected.areaId !== first.areaId ? [selected] : []
  const label = t('devices:emergency.button', { base: first.areaName })
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          data-emergency-button
          onClick={() => setAsked([first, ...second])}
          sx={{ flexShrink: 0, color: 'status.alarm', p: 0.75 }}
        >
          <DangerousIcon sx={{ fontSize: 30 }} />
        </IconButton>
      </Tooltip>
      {asked !== null && <EmergencyDialog act="press" bases={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
