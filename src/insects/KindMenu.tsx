import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'

/** The kinds that a box may be given, and none; open while there is a place to stand at. */
export function KindMenu({
  place,
  chosen,
  kinds,
  nameOf,
  colorOf,
  onChoose,
  onClose,
  onManage,
}: {
  place: HTMLElement | null
  chosen: number | null | undefined
  kinds: readonly number[]
  nameOf: (kind: number | null) => string
  colorOf: (kind: number | null) => string
  onChoose: (kind: number | null) => void
  onClose: () => void
  /** Opens the kinds themselves; undefined where the user may not change them. */
  onManage: (() => void) | undefined
}) {
  const { t } = useTranslation()
  return (
    <Menu open={place !== null} anchorEl={place} onClose={onClose}>
      {[null, ...kinds].map((id) => (
        <MenuItem key={id ?? 'none'} selected={chosen === id} onClick={() => onChoose(id)}>
          <Box aria-hidden sx={{ width: 14, height: 14, mr: 1.5, border: `3px solid ${colorOf(id)}`, borderRadius: '2px' }} />
          {nameOf(id)}
        </MenuItem>
      ))}
      {onManage && <Divider component="li" />}
      {onManage && <MenuItem onClick={onManage}>{t('insects:kinds.manage')}</MenuItem>}
    </Menu>
  )
}
