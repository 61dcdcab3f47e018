import CloseIcon from '@mui/icons-material/Close'
import FullIcon from '@mui/icons-material/OpenInFull'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { type ReactElement, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BriefCamera } from '#contract/cameras/camera'
import { Picture } from '#src/cameras/Picture.tsx'
import { usePlayer } from '#src/cameras/usePlayer.ts'
import { carriesCamera, dragCamera, droppedCamera } from './dragging.ts'

/** One place of the screen. A click chooses it; a camera is dropped into it; Delete empties it; a double click opens it large. */
export function Tile({
  place,
  camera,
  isGone,
  isChosen,
  gl,
  onChoose,
  onDrop,
  onClear,
  onOpen,
}: {
  /** From 0. */
  place: number
  camera: BriefCamera | null
  /** A camera was put here that is not to be looked through any more. */
  isGone: boolean
  isChosen: boolean
  gl: boolean
  onChoose: () => void
  onDrop: (cameraId: number) => void
  onClear: () => void
  onOpen: () => void
}) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const number = place + 1
  const label = camera ? t('cameras:split.placeOf', { place: number, name: camera.name }) : t('cameras:split.place', { place: number })
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        minWidth: 0,
        aspectRatio: '16 / 9',
        bgcolor: 'common.black',
        color: 'common.white',
        '& .tile-acts': { opacity: 0 },
        '&:hover .tile-acts, &:focus-within .tile-acts': { opacity: 1 },
        '@media (hover: none)': { '& .tile-acts': { opacity: 1 } },
      }}
    >
      {camera ? <Live camera={camera} gl={gl} /> : <Empty words={t(isGone ? 'cameras:split.gone' : 'cameras:split.empty')} />}
      <ButtonBase
        aria-label={label}
        aria-pressed={isChosen}
        draggable={camera !== null}
        onDragStart={(event) => camera && dragCamera(event.dataTransfer, camera.id)}
        onDragOver={(event) => {
          if (!carriesCamera(event.dataTransfer)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false)
          const id = droppedCamera(event.dataTransfer)
          if (id === null) return
          event.preventDefault()
          onDrop(id)
        }}
        onClick={onChoose}
        onDoubleClick={() => camera && onOpen()}
        onKeyDown={({ key }) => {
          if (key === 'Delete' || key === 'Backspace') onClear()
        }}
        sx={{
          position: 'absolute',
          inset: 0,
          outline: '2px solid',
          outlineOffset: -2,
          outlineColor: isOver ? 'warning.main' : isChosen ? 'primary.light' : 'transparent',
          '&.Mui-focusVisible': { outlineColor: 'info.main' },
        }}
      />
      {(camera || isGone) && (
        <Stack className="tile-acts" direction="row" sx={{ position: 'absolute', top: 0, right: 0, bgcolor: 'rgb(0 0 0 / 0.5)' }}>
          {camera && (
            <Act label={t('frame:named', { what: t('cameras:split.openHd'), which: camera.name })} onClick={onOpen}>
              <FullIcon fontSize="inherit" />
            </Act>
          )}
          <Act label={t('cameras:split.clear', { place: number })} onClick={onClear}>
            <CloseIcon fontSize="inherit" />
          </Act>
        </Stack>
      )}
    </Box>
  )
}

const Empty = ({ words }: { words: string }) => (
  <Stack sx={{ position: 'absolute', inset: 0, alignItems: 'center', justifyContent: 'center', p: 1, textAlign: 'center' }}>
    <Typography variant="caption" sx={{ opacity: 0.7 }}>
      {words}
    </Typography>
  </Stack>
)

function Act({ label, onClick, children }: { label: string; onClick: () => void; children: ReactElement }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" color="inherit" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  )
}

function Live({ camera, gl }: { camera: BriefCamera; gl: boolean }) {
  const host = useRef<HTMLDivElement>(null)
  const player = usePlayer({ host, cameraId: camera.id, disabled: camera.disabled === 1, clarity: 'sd', gl })
  return (
    <Picture host={host} player={player} name={camera.name} small>
      <Typography
        variant="caption"
        sx={{
          position: 'absolute',
          left: 4,
          bottom: 4,
          maxWidth: 'calc(100% - 8px)',
          px: 0.75,
          borderRadius: 0.5,
          bgcolor: 'rgb(0 0 0 / 0.6)',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {camera.name}
      </Typography>
    </Picture>
  )
}
