import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#src/ui/toast.ts'

/** A text to take along: a click copies it; where the browser allows no copying, it is selected instead. */
export function CopyLine({ label, text, onCopied }: { label?: string; text: string; onCopied?: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      // Missing on a plain http address of a local network.
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      toast('warning', t('devices:secret.copyFailed'))
    }
  }
  const word = t(copied ? 'devices:secret.copied' : 'devices:secret.copy')
  return (
    <Box>
      {label !== undefined && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
      )}
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1, p: 1, borderRadius: 1, bgcolor: 'action.hover' }}>
        <Box
          component="code"
          ref={shown}
          sx={{ flex: 1, minWidth: 0, typography: 'body2', fontFamily: 'monospace', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {text}
        </Box>
        <Tooltip title={word}>
          <IconButton
            size="small"
            aria-label={label === undefined ? word : t('frame:named', { what: word, which: label })}
            onClick={() => void copy()}
          >
            {copied ? <CheckIcon fontSize="small" color="success" /> : <ContentCopyIcon fontSize="small" />}
          </IconButton>
        </Tooltip>
      </Stack>
    </Box>
  )
}
