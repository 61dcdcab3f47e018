import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Delete from '@mui/icons-material/DeleteOutlined'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileKind } from '#contract/media/files'
import { AuthImage } from './AuthImage.tsx'
import { KeepsFiles } from './keepsFiles.ts'
import { LibraryButton } from './LibraryButton.tsx'
import { moved } from './moved.ts'
import { PendingList } from './PendingList.tsx'
import { PickButton } from './PickButton.tsx'
import { acceptOf, useHint } from './useHint.ts'
import { uploadFile } from './uploadFile.ts'
import { uploadOrKeep } from './uploadOrKeep.ts'
import { useUploadsBy } from './useUploads.ts'

const TILE = 96

export interface ImageInputProps {
  /** The fileUrls of the pictures, in their order. A record with one picture gives `url ? [url] : []`. */
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
  /** How many; default 1. */
  readonly max?: number
  /** `image` (default), `seedImage`, `icon` or `panorama`. */
  readonly kind?: Extract<FileKind, 'image' | 'seedImage' | 'icon' | 'panorama'>
  readonly bucket?: string
  readonly label: string
  readonly required?: boolean
  readonly disabled?: boolean
  /** The words of what is wrong with the field. */
  readonly fault?: string | undefined
  readonly onBlur?: () => void
}

/**
 * One or several pictures of a form. New ones are sent at once, with figures; they can be cancelled and tried again, and several can be
 * put in another order by mouse or keyboard. The value changes when a picture has arrived.
 */
export function ImageInput(props: ImageInputProps) {
  const { value, onChange, max = 1, kind = 'image', bucket, label, required = false, disabled = false, fault, onBlur } = props
  const { t } = useTranslation()
  const keeps = useContext(KeepsFiles)
  const labelId = useId()
  const hintId = useId()
  const hint = useHint(kind)
  const [leftOut, setLeftOut] = useState(0)
  const [dragged, setDragged] = useState<number | null>(null)
  // Uploads end later than this paint: they add to what is there then.
  const now = useRef(value)
  useEffect(() => {
    now.current = value
  }, [value])
  const give = (next: string[]) => {
    now.current = next
    onChange(next)
  }
  const uploads = useUploadsBy<{ fileUrl: string }>(keeps ? uploadOrKeep : uploadFile, { kind, bucket }, ({ fileUrl }) =>
    give([...now.current, fileUrl].slice(0, max)),
  )
  const free = max - value.length - uploads.pending.length
  const pick = (files: readonly File[]) => {
    setLeftOut(Math.max(0, files.length - free))
    uploads.add(files.slice(0, Math.max(0, free)))
  }
  const nameOf = (at: number) => t('media:picture', { number: at + 1 })
  const move = (from: number, to: number) => give(moved(now.current, from, to))

  return (
    <FormControl component="fieldset" error={fault != null} disabled={disabled} fullWidth onBlur={onBlur} sx={{ gap: 1, minWidth: 0 }}>
      <FormLabel component="legend" id={labelId} required={required} sx={{ typography: 'body2', mb: 1 }}>
        {label}
        {max > 1 && ` (${t('media:count', { count: value.length, max })})`}
      </FormLabel>
      {value.length > 0 && (
        <Stack component="ul" direction="row" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1, flexWrap: 'wrap' }}>
          {value.map((url, at) => (
            <Stack
              component="li"
              key={url}
              draggable={max > 1 && !disabled}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged != null) event.preventDefault()
              }}
              onDrop={() => {
                if (dragged != null) move(dragged, at)
                setDragged(null)
              }}
              sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden', opacity: dragged === at ? 0.5 : 1 }}
            >
              <AuthImage src={url} alt={nameOf(at)} width={TILE} height={TILE} mode={kind === 'icon' ? 'fit' : 'crop'} />
              <Stack direction="row" sx={{ justifyContent: 'center' }}>
                {max > 1 && (
                  <IconButton
                    size="small"
                    disabled={disabled || at === 0}
                    aria-label={t('media:earlier', { name: nameOf(at) })}
                    onClick={() => move(at, at - 1)}
                  >
                    <ChevronLeft fontSize="small" />
                  </IconButton>
                )}
                <IconButton
                  size="small"
                  disabled={disabled}
                  aria-label={t('media:remove', { name: nameOf(at) })}
                  onClick={() => give(now.current.filter((_, other) => other !== at))}
                >
                  <Delete fontSize="small" />
                </IconButton>
                {max > 1 && (
                  <IconButton
                    size="small"
                    disabled={disabled || at === value.length - 1}
                    aria-label={t('media:later', { name: nameOf(at) })}
                    onClick={() => move(at, at + 1)}
                  >
                    <ChevronRight fontSize="small" />
                  </IconButton>
                )}
              </Stack>
            </Stack>
          ))}
        </Stack>
      )}
      <PendingList uploads={uploads} />
      {free > 0 && (
        <PickButton accept={acceptOf(kind)} several={max > 1} disabled={disabled} hint={hint} hintId={hintId} onPick={pick}>
          {t('media:addImage')}
        </PickButton>
      )}
      {free > 0 && (kind === 'image' || kind === 'seedImage') && (
        <LibraryButton
          disabled={disabled}
          onPick={(fileUrl) => {
            // Twice in one list it could not be told apart.
            if (!now.current.includes(fileUrl)) give([...now.current, fileUrl].slice(0, max))
          }}
        />
      )}
      {leftOut > 0 && <FormHelperText component="output">{t('media:most', { max, count: leftOut })}</FormHelperText>}
      {fault != null && <FormHelperText>{fault}</FormHelperText>}
    </FormControl>
  )
}
