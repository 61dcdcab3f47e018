import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { VR_PATH } from '#contract/panoramas/pages'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import type { ViewKey } from '#contract/panoramas/sceneView'
import { withViewValue } from '#contract/panoramas/view'
import { EDITOR_TABS, type EditorEvent, type EditorTab } from '#machines/panoramas/editorEvents'
import { MAX_SCENES } from '#machines/panoramas/work'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { useWindowTitle } from '#src/ui/windowTitle.ts'
import { PanoramaView } from '../viewer/PanoramaView.tsx'
import type { Stage } from '../viewer/stage.ts'
import { EditorDialogs } from './EditorDialogs.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { EditorPanel } from './EditorPanel.tsx'
import { ScenePicker } from './ScenePicker.tsx'
import { stepOf } from './stepOf.ts'
import { SceneStrip } from './SceneStrip.tsx'
import { useEditor } from './useEditor.ts'
import { useEditorMarkers } from './useEditorMarkers.tsx'

/** The editor of one tour, over the whole window. */
export function VrEditor({ vrId }: { vrId: number }) {
  const { t } = useTranslation()
  const go = useNavigate()
  const guard = useLeaveGuard()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const { editor, snapshot, unsaved } = useEditor(vrId)
  const send = useCallback((event: EditorEvent) => editor.send(event), [editor])
  const [stage, setStage] = useState<Stage | null>(null)
  const [picking, setPicking] = useState(false)
  const { context } = snapshot
  const { now, past, future } = context.history
  // How far the pictures are comes with the list; what is worked on is the editor's own.
  const pictures = useCall(panoramaScenesCalls.list, { query: { vrId } }, { enabled: snapshot.matches('open'), staleTime: 0 })
  const tour = useCall(panoramaVrCalls.get, { params: { vrId } }, { enabled: snapshot.matches('open') })
  const isLeft = snapshot.matches('left')
  const { setDirty } = guard
  useEffect(() => setDirty(unsaved && !isLeft), [setDirty, unsaved, isLeft])
  useEffect(() => {
    if (isLeft) void go(VR_PATH)
  }, [isLeft, go])
  const view = now.scene?.view
  // Also what is undone and redone is at once what one may look at.
  useEffect(() => {
    if (view) stage?.limit(view)
  }, [stage, view])
  useWindowTitle('page', now.tour.vrName === '' ? t('panoramas:edit.title') : now.tour.vrName)
  const tab: EditorTab = snapshot.matches({ open: { panel: 'view' } })
    ? 'view'
    : snapshot.matches({ open: { panel: 'hotspot' } })
      ? 'hotspot'
      : 'basic'
  const markers = useEditorMarkers(now, { shown: tab === 'hotspot', stage, send })

  if (snapshot.matches('failed'))
    return <ErrorState title={context.failure?.message ?? t('panoramas:edit.failed')} onRetry={() => send({ type: 'retry' })} />
  if (!snapshot.matches('open')) return <SkeletonPage />

  const known = new Map((pictures.data ?? []).map((one) => [one.scenesId, one]))
  const strip = context.scenes.flatMap(({ scenesId }) => {
    const found = known.get(scenesId)
    return found
      ? [
          {
            ...found,
            ...(scenesId === context.activeId && now.scene ? { scenesName: now.scene.scenesName, scenesCover: now.scene.scenesCover } : {}),
          },
        ]
      : []
  })
  const picture = context.activeId === null ? undefined : known.get(context.activeId)
  const isLoading = snapshot.hasTag('loading')
  const setView = (key: ViewKey, value: number | null) => {
    const next = now.scene && withViewValue(now.scene.view, key, value)
    send({ type: 'view.set', key, value })
    if (next && (key === 'fov' || key === 'hlookat' || key === 'vlookat')) stage?.turnTo(next)
  }
  const look = () => stage?.look() ?? null
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step === null) return
    event.preventDefault()
    send({ type: step })
  }
  return (
    <Stack onKeyDown={onKeyDown} sx={{ height: '100dvh', overflow: 'hidden', bgcolor: 'background.default' }}>
      <EditorHeader
        name={now.tour.vrName}
        state={snapshot.hasTag('busy') ? 'saving' : unsaved ? 'unsaved' : 'saved'}
        canUndo={past.length > 0}
        canRedo={future.length > 0}
        canLeave={snapshot.can({ type: 'leave' })}
        send={send}
      />
      <Stack
        component="main"
        direction={{ xs: 'column', md: 'row' }}
        sx={{ flex: 1, minHeight: 0, overflow: { xs: 'auto', md: 'hidden' } }}
      >
        <Tabs
          value={tab}
          orientation={narrow ? 'horizontal' : 'vertical'}
          variant={narrow ? 'fullWidth' : 'standard'}
          aria-label={t('panoramas:edit.tabs')}
          onChange={(_, next: EditorTab) => send({ type: 'tab.choose', tab: next })}
          sx={{ flexShrink: 0, borderRight: { md: 1 }, borderBottom: { xs: 1, md: 0 }, borderColor: { xs: 'divider', md: 'divider' } }}
        >
          {EDITOR_TABS.map((one) => (
            <Tab key={one} value={one} label={t(`panoramas:edit.tab.${one}`)} />
          ))}
        </Tabs>
        <Stack sx={{ flex: { md: 1 }, minWidth: 0, flexShrink: 0 }}>
          <Box sx={{ position: 'relative', flex: { md: 1 }, height: { xs: '45dvh', md: 'auto' }, minHeight: 0 }}>
            {context.activeId === null ? (
              <EmptyState variant="noData" title={t('panoramas:edit.noScene')} text={t('panoramas:edit.noSceneText')} />
            ) : (
              picture && now.scene && <PanoramaView scene={picture} view={now.scene.view} markers={markers} onStage={setStage} />
            )}
            {isLoading && (
              <LinearProgress aria-label={t('panoramas:viewer.loading')} sx={{ position: 'absolute', insetInline: 0, top: 0 }} />
            )}
          </Box>
          <SceneStrip
            scenes={strip}
            activeId={context.activeId}
            onChoose={(scenesId) => send({ type: 'scene.choose', scenesId })}
            onAdd={() => setPicking(true)}
            onRemove={(scenesId) => send({ type: 'scene.remove', scenesId })}
          />
        </Stack>
        <Box
          component="aside"
          sx={{
            width: { xs: '100%', md: 360 },
            flexShrink: 0,
            overflow: { md: 'auto' },
            borderLeft: { md: 1 },
            borderColor: { md: 'divider' },
          }}
        >
          <EditorPanel
            tab={tab}
            snapshot={snapshot}
            areas={tour.data?.area ?? []}
            disabled={tour.data?.enabledFlag === 0}
            send={send}
            onView={setView}
            onInitial={() => {
              const seen = look()
              if (seen) send({ type: 'view.look', look: seen })
            }}
            onAdd={() => {
              const seen = look()
              send({ type: 'hotspot.add', at: { ath: seen?.hlookat ?? 0, atv: seen?.vlookat ?? 0 } })
            }}
          />
        </Box>
      </Stack>
      <EditorDialogs snapshot={snapshot} send={send} />
      {picking && (
        <ScenePicker
          free={MAX_SCENES - context.scenes.length}
          onClose={() => setPicking(false)}
          onAdd={(panoramas) => {
            setPicking(false)
            send({ type: 'scenes.add', panoramas })
          }}
        />
      )}
    </Stack>
  )
}
