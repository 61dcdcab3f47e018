import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type Hotspot, MAX_HOTSPOTS } from '#contract/panoramas/hotspot'
import { kindOf } from '#machines/panoramas/hotspotDraft'
import { HotspotIcon } from '../viewer/HotspotIcon.tsx'
import { useHotspotWords } from '../viewer/useHotspotWords.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** The hotspots of the scene (HOTSPOT-02). */
export function HotspotList({
  hotspots,
  onAdd,
  onOpen,
  onRemove,
}: {
  hotspots: readonly Hotspot[]
  onAdd: () => void
  onOpen: (name: string) => void
  onRemove: (name: string) => void
}) {
  const { t } = useTranslation()
  const { titleOf } = useHotspotWords()
  const isFull = hotspots.length >= MAX_HOTSPOTS
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="h3">{t('panoramas:hotspot.list')}</Typography>
        <AddButton size="small" disabled={isFull} onClick={onAdd}>
          {t('panoramas:hotspot.add')}
        </AddButton>
      </Stack>
      {isFull && <Typography variant="body2">{t('panoramas:hotspot.most', { max: MAX_HOTSPOTS })}</Typography>}
      {hotspots.length === 0 ? (
        <SecondaryText>{t('panoramas:hotspot.none')}</SecondaryText>
      ) : (
        <>
          <SecondaryText>{t('panoramas:hotspot.place')}</SecondaryText>
          <List dense disablePadding>
            {hotspots.map((one) => (
              <ListItem
                key={one.name}
                disablePadding
                secondaryAction={
                  <IconButton
                    edge="end"
                    size="small"
                    aria-label={t('panoramas:hotspot.remove', { name: titleOf(one) })}
                    onClick={() => onRemove(one.name)}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                }
              >
                <ListItemButton
                  aria-label={`${t('panoramas:hotspot.edit', { name: titleOf(one) })} ${t(`panoramas:kind.${kindOf(one)}`)}`}
                  onClick={() => onOpen(one.name)}
                >
                  <ListItemIcon sx={{ minWidth: 36 }}>
                    <HotspotIcon style={one.style} fontSize="small" />
                  </ListItemIcon>
                  <ListItemText
                    primary={titleOf(one)}
                    secondary={t(`panoramas:kind.${kindOf(one)}`)}
                    slotProps={{ primary: { noWrap: true } }}
                  />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        </>
      )}
    </Stack>
  )
}
