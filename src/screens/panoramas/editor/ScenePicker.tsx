import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Panorama, PANORAMA_NAME_MOST, panoramaCalls } from '#contract/panoramas/panorama'
import type { ChosenPanorama } from '#machines/panoramas/editorEvents'
import { useCall } from '#src/api/useCall.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useSearch } from '#src/ui/useSearch.ts'
import { MakingState } from '../images/MakingState.tsx'

/** VR-SCENE-03. */
const SIZES = [10, 20, 50]
const TABLE_HEIGHT = 396

/** Panoramas that become scenes; `free` is how many more the tour takes. */
export function ScenePicker({ free, onClose, onAdd }: { free: number; onClose: () => void; onAdd: (chosen: ChosenPanorama[]) => void }) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0]! })
  const [typed, setTyped] = useState('')
  const search = useSearch(typed).slice(0, PANORAMA_NAME_MOST)
  const [chosen, setChosen] = useState<readonly Panorama[]>([])
  const query = useCall(
    panoramaCalls.page,
    { query: { ...paging, enabledFlag: 1, ...(search === '' ? {} : { panoramaName: search }) } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const rows = query.data?.content
  const toggle = (one: Panorama) =>
    setChosen((all) =>
      all.some(({ panoramaId }) => panoramaId === one.panoramaId)
        ? all.filter(({ panoramaId }) => panoramaId !== one.panoramaId)
        : [...all, one],
    )
  return (
    <Modal
      open
      onClose={onClose}
      width={720}
      title={t('panoramas:edit.pick')}
      actions={
        <>
          <Typography component="output" variant="body2" sx={{ mr: 'auto', color: 'text.secondary' }}>
            {t('panoramas:edit.picked', { count: chosen.length, free: free - chosen.length })}
          </Typography>
          <Button onClick={onClose}>{t('frame:act.cancel')}</Button>
          <Button
            variant="contained"
            disabled={chosen.length === 0}
            onClick={() => onAdd(chosen.map(({ panoramaId, panoramaName }) => ({ panoramaId, scenesName: panoramaName })))}
          >
            {t('panoramas:edit.add')}
          </Button>
        </>
      }
    >
      <Stack spacing={1.5}>
        <TextField size="small" label={t('panoramas:panorama.name')} value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Stack sx={{ height: TABLE_HEIGHT, overflow: 'auto' }}>
          <QueryGate
            compact
            query={{ ...query, data: rows }}
            waiting={<SkeletonList rows={4} height={80} />}
            none={<EmptyState compact variant="noData" title={t('panoramas:edit.pickNone')} text={t('panoramas:edit.pickNoneText')} />}
          >
            {(found) => (
              <List component="div" dense disablePadding>
                {found.map((one) => {
                  const isChosen = chosen.some(({ panoramaId }) => panoramaId === one.panoramaId)
                  return (
                    <ListItem key={one.panoramaId} component="label" sx={{ gap: 1.5, cursor: 'pointer' }}>
                      <Checkbox
                        checked={isChosen}
                        disabled={one.state === 'failed' || (!isChosen && chosen.length >= free)}
                        onChange={() => toggle(one)}
                        slotProps={{ input: { 'aria-label': one.panoramaName } }}
                      />
                      <AuthImage src={one.state === 'ready' ? one.panoramaThumb : null} alt="" width={105} height={60} />
                      <ListItemText
                        primary={one.panoramaName}
                        secondary={one.state === 'ready' ? null : <MakingState of={one} />}
                        slotProps={{ secondary: { component: 'div' } }}
                      />
                    </ListItem>
                  )
                })}
              </List>
            )}
          </QueryGate>
        </Stack>
        <Pager total={query.data?.totalElements ?? -1} paging={paging} sizes={SIZES} onPaging={setPaging} />
      </Stack>
    </Modal>
  )
}
