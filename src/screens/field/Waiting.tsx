import CloudUploadOutlined from '@mui/icons-material/CloudUploadOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueue } from '#src/field/useFieldQueue.ts'
import { WaitingList } from './WaitingList.tsx'

/** How much waits to be sent, and whether anything of it has to be decided; opens the list. */
export default function Waiting() {
  const { t } = useTranslation()
  const { queue, elsewhere } = useQueue()
  const [open, setOpen] = useState(false)
  const troubled = queue.filter(({ trouble }) => trouble !== null).length
  const count = queue.length + elsewhere
  const name = troubled > 0 ? t('field:queue.openTrouble', { count: troubled }) : t('field:queue.open', { count })
  return (
    <>
      <Tooltip title={name}>
        <IconButton color="inherit" aria-label={name} onClick={() => setOpen(true)}>
          <Badge badgeContent={count} color={troubled > 0 ? 'error' : 'warning'}>
            <CloudUploadOutlined />
          </Badge>
        </IconButton>
      </Tooltip>
      {open && <WaitingList onClose={() => setOpen(false)} />}
    </>
  )
}
