import Delete from '@mui/icons-material/DeleteOutlined'
import Download from '@mui/icons-material/DownloadOutlined'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileKind } from '#contract/media/files'
import { downloadFile } from './downloadFile.ts'
import { PendingList } from './PendingList.tsx'
import { PickButton } from './PickButton.tsx'
import { acceptOf, useHint } from './useHint.ts'
import { useUploads } from './useUploads.ts'

/** A file of a record, as its attachments are answered. */
export interface FileValue {
  readonly fileName: string
  readonly fileUrl: string
}
export interface FileInputProps {
  readonly value: readonly FileValue[]
  readonly onChange: (value: FileValue[]) => void
  /** How many; default 1. */
  readonly max?: number
  /** What the file chooser offers, as of `<input accept>`; by default what the kind takes. */
  readonly accept?: string
  /** `file` (default) or `video`. */
  readonly kind?: Extract<FileKind, 'file' | 'video'>
  readonly bucket?: string
  /** Files that share one are read together as attachments. */
  readonly attachmentUuid?: string
  readonly label: string
  readonly required?: boolean
  readonly disabled?: boolean
  /** The words of what is wrong with the field. */
  readonly fault?: string | undefined
  readonly onBlur?: () => void
}

/** Files of a form: sent at once, with figures, cancelled or tried again; the value changes when a file has arrived. */
export function FileInput(props: FileInputProps) {
  const { value, onChange, max = 1, kind = 'file', accept = acceptOf(kind), bucket, attachmentUuid } = props
  const { label, required = false, disabled = false, fault, onBlur } = props
  const { t } = useTranslation()
  const hintId = useId()
  const hint = useHint(kind)
  const [leftOut, setLeftOut] = useState(0)
  // Uploads end later than this paint: they add to what is there then.
  const now = useRef(value)
  useEffect(() => {
    now.current = value
  }, [value])
  const give = (next: FileValue[]) => {
    now.current = next
    onChange(next)
  }
  const uploads = useUploads({ kind, bucket, attachmentUuid }, ({ fileName, fileUrl }) =>
    give([...now.current, { fileName, fileUrl }].slice(0, max)),
  )
  const free = max - value.length - uploads.pending.length
  const pick = (files: readonly File[]) => {
    setLeftOut(Math.max(0, files.length - free))
    uploads.add(files.slice(0, Math.max(0, free)))
  }
  return (
    <FormControl component="fieldset" error={fault != null} disabled={disabled} fullWidth onBlur={onBlur} sx={{ gap: 1, minWidth: 0 }}>
      <FormLabel component="legend" required={required} sx={{ typography: 'body2', mb: 1 }}>
        {label}
        {max > 1 && ` (${t('media:count', { count: value.length, max })})`}
      </FormLabel>
      {value.length > 0 && (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {value.map((one, at) => (
            <Stack component="li" key={one.fileUrl} direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
              <Typography variant="body2" noWrap title={one.fileName} sx={{ flex: 1, minWidth: 0 }}>
                {one.fileName}
              </Typography>
              <IconButton size="small" aria-label={t('media:download', { name: one.fileName })} onClick={() => void downloadFile(one)}>
                <Download fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                disabled={disabled}
                aria-label={t('media:remove', { name: one.fileName })}
                onClick={() => give(now.current.filter((_, other) => other !== at))}
              >
                <Delete fontSize="small" />
              </IconButton>
            </Stack>
          ))}
        </Stack>
      )}
      <PendingList uploads={uploads} />
      {free > 0 && (
        <PickButton accept={accept} several={max > 1} disabled={disabled} hint={hint} hintId={hintId} onPick={pick}>
          {t('media:addFile')}
        </PickButton>
      )}
      {leftOut > 0 && <FormHelperText component="output">{t('media:most', { max, count: leftOut })}</FormHelperText>}
      {fault != null && <FormHelperText>{fault}</FormHelperText>}
    </FormControl>
  )
}
