import AddBoxIcon from '@mui/icons-material/AddBoxOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import LabelIcon from '@mui/icons-material/LabelOutlined'
import SaveIcon from '@mui/icons-material/Save'
import UndoIcon from '@mui/icons-material/Undo'
import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Tooltip from '@mui/material/Tooltip'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drawing } from './useDrawing.ts'

/** What can be done to the boxes of a picture, to the chosen one, and to how large all of it is seen. */
export function DrawingTools({
  drawing,
  hasChosen,
  zoom,
  mostZoom,
  onZoom,
  onAdd,
  onKind,
  onRemove,
  onSave,
}: {
  drawing: Drawing
  hasChosen: boolean
  zoom: number
  mostZoom: number
  onZoom: (zoom: number) => void
  onAdd: () => void
  onKind: (place: HTMLElement) => void
  onRemove: () => void
  onSave: () => void
}) {
  const { t } = useTranslation()
  return (
    <Stack direction="row" role="toolbar" aria-label={t('insects:draw.tools')} sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Button variant="outlined" startIcon={<AddBoxIcon />} onClick={onAdd} sx={{ minHeight: 44 }}>
        {t('insects:draw.add')}
      </Button>
      <Button
        variant="outlined"
        startIcon={<LabelIcon />}
        disabled={!hasChosen}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onKind(currentTarget)}
        sx={{ minHeight: 44 }}
      >
        {t('insects:draw.kind')}
      </Button>
      <ToolButton label={t('insects:draw.remove')} disabled={!hasChosen} onClick={onRemove} icon={<DeleteIcon />} />
      <ToolButton label={t('insects:draw.undo')} disabled={!drawing.mayUndo} onClick={drawing.undo} icon={<UndoIcon />} />
      <ToolButton label={t('charts:zoomOut')} disabled={zoom === 0} onClick={() => onZoom(zoom - 1)} icon={<ZoomOutIcon />} />
      <ToolButton label={t('charts:zoomIn')} disabled={zoom === mostZoom} onClick={() => onZoom(zoom + 1)} icon={<ZoomInIcon />} />
      <Box sx={{ flex: 1 }} />
      <Button
        variant="contained"
        startIcon={<SaveIcon />}
        loading={drawing.saving}
        loadingPosition="start"
        disabled={!drawing.isDirty}
        onClick={onSave}
        sx={{ minHeight: 44 }}
      >
        {t('crud:save')}
      </Button>
    </Stack>
  )
}

const ToolButton = ({ label, icon, ...rest }: { label: string; icon: ReactElement; disabled: boolean; onClick: () => void }) => (
  <Tooltip title={label}>
    <span>
      <IconButton aria-label={label} {...rest} sx={{ width: 44, height: 44 }}>
        {icon}
      </IconButton>
    </span>
  </Tooltip>
)
