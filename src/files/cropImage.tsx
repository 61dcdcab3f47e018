import ZoomIn from '@mui/icons-material/ZoomIn'
import ZoomOut from '@mui/icons-material/ZoomOut'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Slider from '@mui/material/Slider'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '#src/ui/Modal.tsx'
import { CENTRED, heldInFrame, shownSize, type Size, squareOf, type View, ZOOM_MOST, zoomed } from './cropFrame.ts'

const FRAME = 280
/** By how much a key moves the picture, in frame sides, and by how much it grows. */
const STEP = 0.05
const GROWTH = 1.1
const MODAL_WIDTH = 400
const QUALITY = 0.9

interface Picture extends Size {
  readonly url: string
  readonly bitmap: ImageBitmap
}

/** Decodes a file; null while it is decoded, `unreadable` where it cannot be. */
function usePicture(file: File | null): Picture | 'unreadable' | null {
  const [decoded, setDecoded] = useState<{ readonly of: File; readonly picture: Picture | 'unreadable' } | null>(null)
  useEffect(() => {
    if (file == null) return
    const url = URL.createObjectURL(file)
    let bitmap: ImageBitmap | null = null
    let gone = false
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (made) => {
        bitmap = made
        if (gone) made.close()
        else setDecoded({ of: file, picture: { url, bitmap: made, width: made.width, height: made.height } })
      },
      () => {
        if (!gone) setDecoded({ of: file, picture: 'unreadable' })
      },
    )
    return () => {
      gone = true
      bitmap?.close()
      URL.revokeObjectURL(url)
      setDecoded(null)
    }
  }, [file])
  return decoded?.of === file ? decoded.picture : null
}

/** Cuts the square of the view out of a picture, as a PNG where the picture was one, else as a JPEG of `side` x `side` pixels. */
async function cut(file: File, picture: Picture, view: View, side: number): Promise<File | null> {
  const square = squareOf(picture, view)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (pen == null) return null
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture.bitmap, square.left, square.top, square.side, square.side, 0, 0, side, side)
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  return blob == null ? null : new File([blob], file.name, { type })
}

export interface CropImageProps {
  /** The picture that was chosen; null closes the window. */
  readonly file: File | null
  readonly onClose: () => void
  /** The square that was cut out, to be given to `uploadFile`. */
  readonly onDone: (cropped: File) => void
  /** Pixels of the result's side; default 512. */
  readonly side?: number
}

/** A window in which a square is cut out of a picture, for avatars: moved by mouse, touch or arrow keys, sized by wheel, pinch or plus and minus. */
export function CropImage({ file, onClose, onDone, side = 512 }: CropImageProps) {
  const { t } = useTranslation()
  const picture = usePicture(file)
  const [busy, setBusy] = useState(false)
  const [view, setView] = useState<{ readonly of: File | null; readonly view: View }>({ of: null, view: CENTRED })
  const ready = picture != null && picture !== 'unreadable' ? picture : null
  const shown = view.of === file ? view.view : CENTRED
  const look = (change: (from: View) => View) => {
    if (ready) setView((before) => ({ of: file, view: change(before.of === file ? before.view : CENTRED) }))
  }
  const finish = async () => {
    if (ready == null || file == null) return
    setBusy(true)
    const cropped = await cut(file, ready, shown, side)
    setBusy(false)
    if (cropped != null) onDone(cropped)
  }
  return (
    <Modal
      open={file != null}
      onClose={onClose}
      keepOpen
      width={MODAL_WIDTH}
      title={t('media:crop.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('frame:act.cancel')}</Button>
          <Button variant="contained" disabled={ready == null || busy} onClick={() => void finish()}>
            {t('media:crop.done')}
          </Button>
        </>
      }
    >
      <Stack sx={{ alignItems: 'center', gap: 2, py: 1 }}>
        {picture === 'unreadable' ? (
          <Typography role="alert" sx={{ color: 'error.main', py: 8 }}>
            {t('media:crop.unreadable')}
          </Typography>
        ) : ready == null ? (
          <Skeleton variant="rectangular" width={FRAME} height={FRAME} />
        ) : (
          <CropFrame picture={ready} view={shown} look={look} />
        )}
        <Stack direction="row" sx={{ gap: 2, width: FRAME, alignItems: 'center' }}>
          <ZoomOut aria-hidden color="action" />
          <Slider
            aria-label={t('media:crop.zoom')}
            size="small"
            min={1}
            max={ZOOM_MOST}
            step={0.01}
            value={shown.zoom}
            disabled={ready == null}
            onChange={(_, zoom) => {
              if (ready) look((from) => zoomed(ready, from, Number(zoom)))
            }}
          />
          <ZoomIn aria-hidden color="action" />
        </Stack>
      </Stack>
    </Modal>
  )
}

function CropFrame({ picture, view, look }: { picture: Picture; view: View; look: (change: (from: View) => View) => void }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  // Where every finger is, in px.
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const size = shownSize(picture, view.zoom)

  // React listens to wheels passively: the page behind would scroll.
  useEffect(() => {
    const box = frame.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      look((from) => zoomed(picture, from, from.zoom * (event.deltaY < 0 ? GROWTH : 1 / GROWTH)))
    }
    box?.addEventListener('wheel', turn, { passive: false })
    return () => box?.removeEventListener('wheel', turn)
  })

  const spread = () => {
    const [one, other] = [...fingers.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const drag = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (before == null) return
    const apart = spread()
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const share = 1 / fingers.current.size / FRAME
    const [dx, dy] = [(event.clientX - before.x) * share, (event.clientY - before.y) * share]
    const growth = apart > 0 ? spread() / apart : 1
    look((from) => {
      const { x, y, zoom } = zoomed(picture, from, from.zoom * growth)
      return heldInFrame(picture, { x: x + dx, y: y + dy, zoom })
    })
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, (from: View) => View> = {
      ArrowLeft: (from) => ({ ...from, x: from.x - STEP }),
      ArrowRight: (from) => ({ ...from, x: from.x + STEP }),
      ArrowUp: (from) => ({ ...from, y: from.y - STEP }),
      ArrowDown: (from) => ({ ...from, y: from.y + STEP }),
      '+': (from) => zoomed(picture, from, from.zoom * GROWTH),
      '=': (from) => zoomed(picture, from, from.zoom * GROWTH),
      '-': (from) => zoomed(picture, from, from.zoom / GROWTH),
    }
    const step = steps[event.key]
    if (step == null) return
    event.preventDefault()
    look((from) => heldInFrame(picture, step(from)))
  }
  const lift = ({ pointerId }: PointerEvent) => fingers.current.delete(pointerId)
  return (
    <Box
      ref={frame}
      role="application"
      tabIndex={0}
      aria-label={t('media:crop.box')}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      }}
      onPointerMove={drag}
      onPointerUp={lift}
      onPointerCancel={lift}
      onLostPointerCapture={lift}
      sx={{
        width: FRAME,
        height: FRAME,
        position: 'relative',
        overflow: 'hidden',
        borderRadius: 1,
        cursor: 'grab',
        touchAction: 'none',
        bgcolor: 'action.hover',
        '&:active': { cursor: 'grabbing' },
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <img
        src={picture.url}
        alt=""
        draggable={false}
        style={{
          position: 'absolute',
          width: `${size.width * 100}%`,
          height: `${size.height * 100}%`,
          maxWidth: 'none',
          left: `${(0.5 + view.x - size.width / 2) * 100}%`,
          top: `${(0.5 + view.y - size.height / 2) * 100}%`,
        }}
      />
      {/* What an avatar shows is the circle; the square is kept. */}
      <Box
        aria-hidden
        sx={{ position: 'absolute', inset: 0, borderRadius: '50%', boxShadow: `0 0 0 ${FRAME}px rgb(0 0 0 / 45%)`, pointerEvents: 'none' }}
      />
    </Box>
  )
}
