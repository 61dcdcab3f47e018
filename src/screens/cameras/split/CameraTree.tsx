import VideocamIcon from '@mui/icons-material/VideocamOutlined'
import VideocamOffIcon from '@mui/icons-material/VideocamOffOutlined'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holds } from '#contract/core/alike'
import type { BriefCamera } from '#contract/cameras/camera'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { dragCamera } from './dragging.ts'

export interface CameraGroup {
  readonly key: string
  readonly label: string
  readonly cameras: readonly BriefCamera[]
}

/** Cameras under their plots, to be dragged into a place, or put into the chosen one by a click or Enter. */
export function CameraTree({
  groups,
  placed,
  onPick,
}: {
  groups: readonly CameraGroup[]
  placed: ReadonlySet<number>
  onPick: (camera: BriefCamera) => void
}) {
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const shown = groups
    .map((group) => ({ ...group, cameras: group.cameras.filter(({ name }) => holds(sought, name)) }))
    .filter(({ cameras }) => cameras.length > 0)
  if (groups.every(({ cameras }) => cameras.length === 0))
    return <EmptyState compact variant="noData" title={t('cameras:split.noCameras')} />
  return (
    <Stack sx={{ gap: 1, minHeight: 0 }}>
      <TextField label={t('cameras:split.search')} value={sought} onChange={({ target }) => setSought(target.value)} />
      {shown.length === 0 && <EmptyState compact variant="pageNoSearch" />}
      <List dense disablePadding aria-label={t('cameras:split.tree')} sx={{ overflow: 'auto', maxHeight: { xs: 220, md: 'none' } }}>
        {shown.map(({ key, label, cameras }) => (
          <li key={key}>
            <List
              dense
              disablePadding
              subheader={
                <ListSubheader disableGutters sx={{ lineHeight: 2.25 }}>
                  {label}
                </ListSubheader>
              }
            >
              {cameras.map((camera) => (
                <ListItem key={camera.id} disablePadding>
                  <ListItemButton
                    draggable
                    selected={placed.has(camera.id)}
                    onDragStart={(event) => dragCamera(event.dataTransfer, camera.id)}
                    onClick={() => onPick(camera)}
                    sx={{ borderRadius: 1, cursor: 'grab' }}
                  >
                    <ListItemIcon sx={{ minWidth: 32 }}>
                      {camera.disabled === 1 ? <VideocamOffIcon fontSize="small" /> : <VideocamIcon fontSize="small" />}
                    </ListItemIcon>
                    <ListItemText
                      primary={camera.name}
                      secondary={camera.disabled === 1 ? t('cameras:state.closed') : t(`devices:presence.${camera.presence}`)}
                      slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
                    />
                  </ListItemButton>
                </ListItem>
              ))}
            </List>
          </li>
        ))}
      </List>
    </Stack>
  )
}
