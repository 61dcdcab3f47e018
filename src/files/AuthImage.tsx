import BrokenImage from '@mui/icons-material/BrokenImageOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { SxProps, Theme } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { type ImageMode, imageUrlOf } from '#contract/media/files'
import { useObjectUrl } from './objectUrls.ts'

type Style = Exclude<SxProps<Theme>, readonly unknown[]>

export interface AuthImageProps {
  /** A record's fileUrl; an address elsewhere is shown as it is. */
  readonly src: string | null | undefined
  /** What it shows; empty where words beside it say so. */
  readonly alt: string
  /** The box in CSS px; the server draws a picture for it, twice as fine for fine screens. */
  readonly width: number
  readonly height: number
  /** Default `crop`: the box is filled. */
  readonly mode?: ImageMode
  /** In place of a picture that is missing or cannot be read. */
  readonly fallback?: ReactNode
  readonly sx?: Style
}

const FINE = 2
const LARGEST = 2048

/** A picture of the tenant's files. The token travels in a header, so it is read by the console and shown from memory. */
export function AuthImage({ src, alt, width, height, mode = 'crop', fallback, sx }: AuthImageProps) {
  const size = { width: Math.min(LARGEST, Math.round(width * FINE)), height: Math.min(LARGEST, Math.round(height * FINE)), mode }
  const address = src == null || src === '' ? null : imageUrlOf(src, size)
  const { url, failed } = useObjectUrl(address)
  const [broken, setBroken] = useState<string | null>(null)
  const box: Style[] = [{ width, height, flexShrink: 0 }, sx ?? {}]
  if (address == null || failed || (url != null && broken === url)) {
    return (
      <Box
        sx={[{ display: 'grid', placeItems: 'center', color: 'text.disabled', bgcolor: 'action.hover' }, ...box]}
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      >
        {fallback ?? <BrokenImage aria-hidden />}
      </Box>
    )
  }
  if (url == null) return <Skeleton variant="rectangular" sx={box} />
  return (
    <Box
      component="img"
      src={url}
      alt={alt}
      draggable={false}
      onError={() => setBroken(url)}
      sx={[{ objectFit: mode === 'fit' ? 'contain' : mode === 'fill' ? 'fill' : 'cover', display: 'block' }, ...box]}
    />
  )
}
