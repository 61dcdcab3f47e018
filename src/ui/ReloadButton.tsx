import RefreshIcon from '@mui/icons-material/Refresh'
import Button from '@mui/material/Button'
import { useState } from 'react'

/** Reads a list anew. Only what somebody asked for is shown as under way: the list is read anew by itself, too. */
export function ReloadButton({ label, onReload }: { label: string; onReload: () => Promise<unknown> }) {
  const [isReloading, setReloading] = useState(false)
  const reload = async () => {
    setReloading(true)
    await onReload()
    setReloading(false)
  }
  return (
    <Button startIcon={<RefreshIcon />} loading={isReloading} loadingPosition="start" onClick={() => void reload()}>
      {label}
    </Button>
  )
}
