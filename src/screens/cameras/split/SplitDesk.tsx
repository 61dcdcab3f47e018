import FullscreenExitIcon from '@mui/icons-material/FullscreenExit'
import FullscreenIcon from '@mui/icons-material/Fullscreen'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Split, type SplitScreen, SPLITS } from '#contract/cameras/splitScreen'
import { CameraView } from '#src/cameras/CameraView.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useFullScreen } from '#src/ui/useFullScreen.ts'
import { type CameraGroup, CameraTree } from './CameraTree.tsx'
import { cleared, emptyLayout, isSame, type Layout, placeFor, put, readLayout, resized, templateIn, writeLayout } from './layout.ts'
import { TemplateBar } from './TemplateBar.tsx'
import { Tile } from './Tile.tsx'

const TREE_WIDTH = 240
const LARGE_WIDTH = 1190
/** Browsers keep about 16 WebGL contexts, and the large picture needs one: a full screen is drawn without. */
const MOST_BY_GL = 9

/** The pictures with what is put in them. The address says what stands where, so that a reload keeps it. */
export function SplitDesk({
  areaId,
  groups,
  templates,
}: {
  areaId: number
  groups: readonly CameraGroup[]
  templates: readonly SplitScreen[]
}) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const { full, toggle } = useFullScreen()
  const layout = useMemo(() => readLayout(address), [address])
  const template = templates.find(({ id }) => id === templateIn(address)) ?? null
  const [chosen, setChosen] = useState<number | null>(null)
  const [large, setLarge] = useState<number | null>(null)
  const cameras = useMemo(() => new Map(groups.flatMap((group) => group.cameras.map((one) => [one.id, one]))), [groups])
  const placed = useMemo(() => new Set(layout.cameraIds.filter((id) => id !== null)), [layout])
  const show = (next: Layout, templateId = template?.id ?? null) =>
    setAddress((now) => writeLayout(now, next, templateId), { replace: true })
  const pick = (id: number) => {
    const place = placeFor(layout, chosen)
    show(put(layout, place, id))
    // The next one goes into the next place.
    if (chosen !== null) setChosen(chosen + 1 < layout.split ? chosen + 1 : null)
  }
  const columns = Math.sqrt(layout.split)
  const opened = large === null ? undefined : cameras.get(large)
  const tile = (place: number) => {
    const id = layout.cameraIds[place] ?? null
    const camera = id === null ? null : (cameras.get(id) ?? null)
    return (
      <Tile
        key={id ?? `empty ${place}`}
        place={place}
        camera={camera}
        isGone={id !== null && camera === null}
        isChosen={chosen === place}
        gl={layout.split <= MOST_BY_GL}
        onChoose={() => setChosen(chosen === place ? null : place)}
        onDrop={(cameraId) => show(put(layout, place, cameraId))}
        onClear={() => show(cleared(layout, place))}
        onOpen={() => setLarge(id)}
      />
    )
  }
  return (
    <Stack direction={{ xs: 'column-reverse', md: 'row' }} sx={{ gap: 2, alignItems: { md: 'flex-start' } }}>
      <Card sx={{ width: { xs: '100%', md: TREE_WIDTH }, flexShrink: 0, p: 1.5 }}>
        <CameraTree groups={groups} placed={placed} onPick={({ id }) => pick(id)} />
      </Card>
      <Box sx={{ flex: 1, minWidth: 0, width: '100%' }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', pb: 1 }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            color="primary"
            aria-label={t('cameras:split.count')}
            value={layout.split}
            onChange={(_, next: Split | null) => {
              if (next === null) return
              setChosen(null)
              show(resized(layout, next))
            }}
          >
            {SPLITS.map((one) => (
              <ToggleButton key={one} value={one} aria-label={t('cameras:split.of', { count: one })} sx={{ px: 1.5 }}>
                {one}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Button disabled={placed.size === 0} onClick={() => show(emptyLayout(layout.split), null)}>
            {t('cameras:split.clearAll')}
          </Button>
          <Tooltip title={t('cameras:split.full')}>
            <IconButton aria-label={t('cameras:split.full')} onClick={toggle}>
              <FullscreenIcon />
            </IconButton>
          </Tooltip>
          <TemplateBar
            areaId={areaId}
            layout={layout}
            templates={templates}
            template={template}
            isChanged={template !== null && !isSame(layout, template)}
            onShow={show}
          />
        </Stack>
        <Box
          sx={
            full
              ? { position: 'fixed', inset: 0, zIndex: 'drawer', bgcolor: 'common.black', display: 'grid', placeItems: 'center' }
              : { borderRadius: 1, overflow: 'hidden' }
          }
        >
          <Box
            component="ul"
            aria-label={t('cameras:split.title')}
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gap: '2px',
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              width: full ? 'min(100vw, calc(100vh * 16 / 9))' : '100%',
            }}
          >
            {layout.cameraIds.map((_, place) => tile(place))}
          </Box>
          {full && (
            <IconButton
              aria-label={t('cameras:player.fullEnd')}
              onClick={toggle}
              sx={{ position: 'absolute', bottom: 8, right: 8, color: 'common.white' }}
            >
              <FullscreenExitIcon />
            </IconButton>
          )}
        </Box>
      </Box>
      {opened && (
        <Modal open onClose={() => setLarge(null)} width={LARGE_WIDTH} title={opened.name}>
          <CameraView key={opened.id} camera={opened} clarity="hd" />
        </Modal>
      )}
    </Stack>
  )
}
