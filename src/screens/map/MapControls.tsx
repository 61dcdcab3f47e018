import Add from '@mui/icons-material/Add'
import CenterFocusStrong from '@mui/icons-material/CenterFocusStrong'
import Fullscreen from '@mui/icons-material/Fullscreen'
import FullscreenExit from '@mui/icons-material/FullscreenExit'
import KeyOutlined from '@mui/icons-material/InfoOutlined'
import LayersOutlined from '@mui/icons-material/LayersOutlined'
import OpenInNew from '@mui/icons-material/OpenInNew'
import Remove from '@mui/icons-material/Remove'
import Search from '@mui/icons-material/Search'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export type PanelName = 'layers' | 'legend' | 'find'

export interface MapControlsProps {
  readonly panel: PanelName | null
  readonly onPanel: (panel: PanelName | null) => void
  readonly onZoom: (levels: number) => void
  readonly onFit: () => void
  readonly full: boolean
  readonly onFull: () => void
  readonly onWall: (() => void) | null
}

/** The buttons at the map's right edge. */
export function MapControls({ panel, onPanel, onZoom, onFit, full, onFull, onWall }: MapControlsProps) {
  const { t } = useTranslation()
  const opener = (name: PanelName, label: string, icon: ReactNode) => (
    <Tool label={label} pressed={panel === name} onClick={() => onPanel(panel === name ? null : name)}>
      {icon}
    </Tool>
  )
  return (
    <Paper
      role="toolbar"
      aria-label={t('map:control.group')}
      aria-orientation="vertical"
      elevation={3}
      sx={{ display: 'flex', flexDirection: 'column', p: 0.5, pointerEvents: 'auto', gap: { xs: 0, md: 0.25 } }}
    >
      {opener('find', t('map:control.list'), <Search />)}
      {opener('layers', t('map:control.layers'), <LayersOutlined />)}
      {opener('legend', t('map:control.legend'), <KeyOutlined />)}
      <Divider flexItem sx={{ my: 0.5 }} />
      <Tool label={t('map:control.zoomIn')} onClick={() => onZoom(1)}>
        <Add />
      </Tool>
      <Tool label={t('map:control.zoomOut')} onClick={() => onZoom(-1)}>
        <Remove />
      </Tool>
      <Tool label={t('map:control.fit')} onClick={onFit}>
        <CenterFocusStrong />
      </Tool>
      <Tool label={t(full ? 'map:control.exitFullScreen' : 'map:control.fullScreen')} onClick={onFull}>
        {full ? <FullscreenExit /> : <Fullscreen />}
      </Tool>
      {onWall && (
        <Tool label={t('map:control.openWall')} onClick={onWall}>
          <OpenInNew />
        </Tool>
      )}
    </Paper>
  )
}

function Tool({ label, pressed, onClick, children }: { label: string; pressed?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label} placement="left">
      <IconButton
        size="small"
        aria-label={label}
        {...(pressed == null ? {} : { 'aria-pressed': pressed })}
        color={pressed ? 'primary' : 'default'}
        onClick={onClick}
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}
