import Upload from '@mui/icons-material/UploadOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A place to choose files or to drop them on. */
export function PickButton({
  children,
  hint,
  hintId,
  accept,
  several,
  disabled,
  onPick,
}: {
  children: ReactNode
  /** Which files and how large: said before anything is chosen. */
  hint: string
  hintId: string
  accept: string
  several: boolean
  disabled: boolean
  onPick: (files: readonly File[]) => void
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const carriesFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  return (
    <Stack
      onDragOver={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!carriesFiles(event)) return
        event.preventDefault()
        onPick([...event.dataTransfer.files])
      }}
      direction="row"
      sx={{
        gap: 1.5,
        p: 1.5,
        alignItems: 'center',
        flexWrap: 'wrap',
        border: 1,
        borderStyle: 'dashed',
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'action.hover' : 'transparent',
        borderRadius: 1,
      }}
    >
      <Button
        variant="outlined"
        startIcon={<Upload />}
        disabled={disabled}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
        sx={{ flexShrink: 0 }}
      >
        {children}
      </Button>
      <Typography id={hintId} variant="caption" sx={{ color: 'text.secondary', flex: 1, minWidth: 160 }}>
        {`${t('media:drop')} · ${hint}`}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={several}
        disabled={disabled}
        data-testid="pick"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file may be chosen again after it was put away.
          target.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
    </Stack>
  )
}
