import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PEST_EDIT, IDENTIFY } from '#contract/insects/insectType'
import { type DrawnPicture, insectPictureCalls } from '#contract/insects/picture'
import { imageUrlOf } from '#contract/media/files'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useObjectUrl } from '#src/files/objectUrls.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { toast } from '#src/ui/toast.ts'
import { added } from './drawing.ts'
import { BoxLayer } from './BoxLayer.tsx'
import { DrawingTools } from './DrawingTools.tsx'
import { DrawnMeanwhile } from './DrawnMeanwhile.tsx'
import { KindCounts } from './KindCounts.tsx'
import { KindMenu } from './KindMenu.tsx'
import { KindsDialog } from './KindsDialog.tsx'
import { PictureStanding } from './PictureStanding.tsx'
import { useDrawing } from './useDrawing.ts'
import { useKinds } from './useKinds.ts'

const ZOOMS = [1, 2, 4] as const
/** The server draws pictures up to this size, px. */
const LARGEST = 2048
const CODES = [PEST_EDIT, IDENTIFY]

/** One picture large, with its boxes: whoever may draws them by mouse, finger and keys. Give it the picture's id as `key`. */
export function DrawingBoard({ picture }: { picture: DrawnPicture }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const held = useHeld(CODES)
  const mayDraw = picture.concentratorId === null ? held(IDENTIFY) : held(PEST_EDIT)
  const { offered, nameOf, colorOf } = useKinds()
  const drawing = useDrawing(picture, (saved) => {
    queries.setQueryData(queryKeyOf(insectPictureCalls.get, { params: { id: saved.id } }), saved)
    toast('success', t('insects:draw.saved', { count: saved.insectQuantity }))
  })
  const { boxes } = drawing
  const [selected, setSelected] = useState<number | null>(null)
  const [focused, setFocused] = useState<{ key: number } | null>(null)
  const [managing, setManaging] = useState(false)
  const [choosing, setChoosing] = useState<{ key: number; place: HTMLElement } | null>(null)
  const [zoom, setZoom] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const chosen = boxes.find(({ key }) => key === selected)
  const given = boxes.find(({ key }) => key === choosing?.key)?.insectTypeId

  const add = () => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = frame.current!
    const part = (from: number, seen: number, whole: number) => (whole === 0 ? 0.5 : (from + seen / 2) / whole)
    const middle = {
      x: part(scrollLeft, clientWidth, scrollWidth) * picture.width,
      y: part(scrollTop, clientHeight, scrollHeight) * picture.height,
    }
    const box = added(boxes, middle, chosen?.insectTypeId ?? null, picture)
    drawing.change([...boxes, box])
    setSelected(box.key)
    setFocused({ key: box.key })
  }
  const give = (insectTypeId: number | null) => {
    if (choosing) drawing.change(boxes.map((one) => (one.key === choosing.key ? { ...one, insectTypeId } : one)))
    setChoosing(null)
  }
  const remove = () => {
    drawing.change(boxes.filter(({ key }) => key !== selected))
    setSelected(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!mayDraw || choosing) return
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === 'z'
    const isAdd = !event.ctrlKey && !event.metaKey && !event.altKey && (event.key === 'n' || event.key === 'Insert')
    if (isUndo && drawing.mayUndo) drawing.undo()
    else if (isAdd) add()
    else return
    event.preventDefault()
  }
  const save = async (over = false) => {
    const answer = await drawing.save(over)
    // Who saved meanwhile is read, and what was drawn here stays.
    if ('failed' in answer) void queries.invalidateQueries({ queryKey: queryKeyOf(insectPictureCalls.get) })
  }

  return (
    <Stack spacing={1.5}>
      <PictureStanding picture={picture} mayAct={mayDraw} />
      <DraftNote shown={drawing.brought} onDrop={drawing.giveUp} />
      {drawing.isStale && <DrawnMeanwhile by={picture.correctedBy} onMine={() => void save(true)} onTheirs={drawing.giveUp} />}
      {mayDraw && (
        <DrawingTools
          drawing={drawing}
          hasChosen={chosen !== undefined}
          zoom={zoom}
          mostZoom={ZOOMS.length - 1}
          onZoom={setZoom}
          onAdd={add}
          onKind={(place) => chosen && setChoosing({ key: chosen.key, place })}
          onRemove={remove}
          onSave={() => void save()}
        />
      )}
      {drawing.failure !== undefined && !drawing.isStale && <Alert severity="error">{drawing.failure}</Alert>}
      <Box
        ref={frame}
        onKeyDown={onKeyDown}
        aria-describedby={mayDraw ? keysId : undefined}
        sx={{
          overflow: 'auto',
          maxHeight: { xs: '62vh', md: '70vh' },
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overscrollBehavior: 'contain',
        }}
        // What scrolls is reached by keyboard.
        tabIndex={0}
        component="section"
        aria-label={t('insects:draw.pane')}
      >
        <Box sx={{ width: `${100 * ZOOMS[zoom]!}%` }}>
          <BoxLayer
            size={picture}
            boxes={boxes}
            selected={selected}
            focused={focused}
            mayDraw={mayDraw}
            nameOf={nameOf}
            colorOf={colorOf}
            label={t('insects:draw.boxes', { count: boxes.length })}
            onChange={drawing.change}
            onSelect={setSelected}
            onChoose={(key, place) => setChoosing({ key, place })}
          >
            <Photo picture={picture} />
          </BoxLayer>
        </Box>
      </Box>
      {mayDraw && (
        <Typography id={keysId} variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
          {t('insects:draw.keys')}
        </Typography>
      )}
      <KindCounts boxes={boxes} nameOf={nameOf} colorOf={colorOf} />
      <KindMenu
        place={choosing?.place ?? null}
        chosen={given}
        kinds={offered(given ?? null).map(({ id }) => id)}
        nameOf={nameOf}
        colorOf={colorOf}
        onChoose={give}
        onClose={() => setChoosing(null)}
        onManage={
          held(PEST_EDIT)
            ? () => {
                setChoosing(null)
                setManaging(true)
              }
            : undefined
        }
      />
      {managing && <KindsDialog onClose={() => setManaging(false)} />}
    </Stack>
  )
}

/** The picture itself, as large as the server draws it. */
function Photo({ picture }: { picture: DrawnPicture }) {
  const { t } = useTranslation()
  const aspectRatio = `${picture.width} / ${picture.height}`
  const { url, failed } = useObjectUrl(
    imageUrlOf(picture.fileUrl, { width: Math.min(LARGEST, picture.width), height: Math.min(LARGEST, picture.height) }),
  )
  if (failed) return <EmptyState variant="noData" title={t('insects:draw.noImage')} />
  if (url === null) return <Skeleton variant="rectangular" sx={{ width: '100%', height: 'auto', aspectRatio }} />
  return (
    <Box component="img" src={url} alt={t('insects:draw.image')} draggable={false} sx={{ display: 'block', width: '100%', aspectRatio }} />
  )
}
