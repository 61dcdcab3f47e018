import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { Vr } from '#contract/panoramas/tour'
import type { ViewKey } from '#contract/panoramas/sceneView'
import type { EditorEvent, EditorTab } from '#machines/panoramas/editorEvents'
import { tourFaults } from '#machines/panoramas/work'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { TourFields } from '../tours/TourFields.tsx'
import { HotspotForm } from './HotspotForm.tsx'
import { HotspotList } from './HotspotList.tsx'
import type { EditorSnapshot } from './useEditor.ts'
import { ViewPanel } from './ViewPanel.tsx'

const NAME_MOST = 100

/** What stands right of the picture: the panel of the tab. */
export function EditorPanel({
  tab,
  snapshot,
  areas,
  disabled,
  send,
  onView,
  onInitial,
  onAdd,
}: {
  tab: EditorTab
  snapshot: EditorSnapshot
  areas: Vr['area']
  /** Whether the tour is disabled as it is kept: a save enables it (VR-EDITOR-04). */
  disabled: boolean
  send: (event: EditorEvent) => void
  onView: (key: ViewKey, value: number | null) => void
  onInitial: () => void
  onAdd: () => void
}) {
  const { t } = useTranslation()
  const { history, broken, faults, scenes, activeId, failure } = snapshot.context
  const { tour, scene, draft } = history.now
  return (
    <Stack spacing={2} sx={{ p: 2 }}>
      {failure !== null && <Alert severity="error">{failure.message ?? t('panoramas:edit.failed')}</Alert>}
      {broken.hotspots > 0 && <Alert severity="warning">{t('panoramas:edit.broken', { count: broken.hotspots })}</Alert>}
      {broken.view && <Alert severity="warning">{t('panoramas:edit.brokenView')}</Alert>}
      {tab === 'basic' && (
        <>
          {disabled && <Alert severity="info">{t('panoramas:edit.disabled')}</Alert>}
          <TourFields value={tour} faults={tourFaults(tour)} known={areas} onChange={(facts) => send({ type: 'tour.type', facts })} />
        </>
      )}
      {tab === 'view' && scene !== null && <ViewPanel view={scene.view} onSet={onView} onInitial={onInitial} />}
      {tab === 'hotspot' && scene !== null && draft === null && (
        <>
          <HotspotList
            hotspots={scene.hotspots}
            onAdd={onAdd}
            onOpen={(name) => send({ type: 'hotspot.open', name })}
            onRemove={(name) => send({ type: 'hotspot.remove', name })}
          />
          <TextField
            size="small"
            label={t('panoramas:edit.sceneName')}
            value={scene.scenesName}
            error={scene.scenesName.trim() === ''}
            helperText={scene.scenesName.trim() === '' && t('panoramas:fault.sceneName')}
            slotProps={{ htmlInput: { maxLength: NAME_MOST } }}
            onChange={({ target }) => send({ type: 'scene.type', facts: { scenesName: target.value } })}
          />
          <ImageInput
            label={t('panoramas:edit.cover')}
            value={scene.scenesCover === '' ? [] : [scene.scenesCover]}
            onChange={([scenesCover = '']) => send({ type: 'scene.type', facts: { scenesCover } })}
          />
        </>
      )}
      {tab === 'hotspot' && draft !== null && (
        <HotspotForm
          draft={draft}
          faults={faults}
          scenes={scenes.filter(({ scenesId }) => scenesId !== activeId)}
          areas={areas}
          onType={(given) => send({ type: 'hotspot.type', draft: given })}
          onConfirm={() => send({ type: 'hotspot.confirm' })}
          onCancel={() => send({ type: 'hotspot.cancel' })}
        />
      )}
    </Stack>
  )
}
