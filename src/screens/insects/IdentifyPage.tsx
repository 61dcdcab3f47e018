import CameraIcon from '@mui/icons-material/PhotoCameraOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { insectPictureCalls } from '#contract/insects/picture'
import { useCall, useCallMutation } from '#src/api/useCall.ts'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { PendingList } from '#src/files/PendingList.tsx'
import { PickButton } from '#src/files/PickButton.tsx'
import { acceptOf, useHint } from '#src/files/useHint.ts'
import { useUploads } from '#src/files/useUploads.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { DrawingBoard } from '#src/insects/DrawingBoard.tsx'
import { PictureTiles } from '#src/insects/LampPictures.tsx'

const SIZES = [12, 24, 48] as const

/** A picture that a person brings is identified; `?picture=ID` names the one that is looked at. */
export default function IdentifyPage() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const shown = Number(address.get('picture') ?? '0')
  const show = (id: number) => setAddress({ picture: String(id) })
  const standing = useCall(insectPictureCalls.standing)
  const identify = useCallMutation(insectPictureCalls.identify, { onSuccess: ({ id }) => show(id) })
  const uploads = useUploads({ kind: 'image', bucket: 'insects' }, ({ id }) => identify.mutate({ body: { fileId: id } }))
  return (
    <Page title={t('insects:identify.title')} lead={t('insects:identify.lead')}>
      <Stack spacing={2}>
        {standing.data?.model === null && <Alert severity="info">{t('insects:identify.noModel')}</Alert>}
        <Bring onPick={uploads.add} />
        <PendingList uploads={uploads} />
        {identify.isPending && (
          <Alert severity="info" aria-live="polite">
            {t('insects:state.waiting')}
          </Alert>
        )}
        {Number.isSafeInteger(shown) && shown > 0 && <Looked key={shown} id={shown} />}
        <Earlier current={shown} onOpen={show} />
      </Stack>
    </Page>
  )
}

function Bring({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const hint = useHint('image')
  const hintId = useId()
  const camera = useRef<HTMLInputElement>(null)
  // What is held in a hand has a camera on its back.
  const inHand = useMediaQuery('(pointer: coarse)', { noSsr: true })
  return (
    <Stack spacing={1}>
      {inHand && (
        <Box>
          <Button variant="contained" startIcon={<CameraIcon />} onClick={() => camera.current?.click()} sx={{ minHeight: 48 }}>
            {t('insects:identify.camera')}
          </Button>
          <input
            ref={camera}
            type="file"
            hidden
            accept={acceptOf('image')}
            capture="environment"
            onChange={({ target }) => {
              const files = [...(target.files ?? [])]
              target.value = ''
              if (files.length > 0) onPick(files)
            }}
          />
        </Box>
      )}
      <PickButton hint={hint} hintId={hintId} accept={acceptOf('image')} several={false} disabled={false} onPick={onPick}>
        {t('insects:identify.choose')}
      </PickButton>
    </Stack>
  )
}

function Looked({ id }: { id: number }) {
  const { t } = useTranslation()
  const query = useCall(insectPictureCalls.get, { params: { id } })
  return (
    <Section title={t('insects:identify.result')}>
      <ListGate compact query={query} rows={3} height={96}>
        {(picture) => <DrawingBoard picture={picture} />}
      </ListGate>
    </Section>
  )
}

function Earlier({ current, onOpen }: { current: number; onOpen: (id: number) => void }) {
  const { t } = useTranslation()
  const { query, pager } = usePagedCall(insectPictureCalls.page, {}, SIZES)
  return (
    <Section title={t('insects:identify.earlier')}>
      <ListGate
        compact
        query={query}
        rows={2}
        height={99}
        none={<EmptyState variant="noData" compact title={t('insects:identify.none')} text={t('insects:identify.noneHint')} />}
      >
        {({ content }) => (
          <>
            <PictureTiles pictures={content} current={current} label={t('insects:identify.earlier')} onOpen={onOpen} />
            {pager}
          </>
        )}
      </ListGate>
    </Section>
  )
}
