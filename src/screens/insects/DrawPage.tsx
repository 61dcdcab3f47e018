import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { type DrawnPicture, insectPictureCalls } from '#contract/insects/picture'
import { devicePath } from '#contract/devices/pages'
import { drawPath } from '#contract/insects/pages'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Unread } from '#src/ui/Unread.tsx'
import { DrawingBoard } from '#src/insects/DrawingBoard.tsx'
import { LampPictures } from '#src/insects/LampPictures.tsx'
import { usePhotograph } from '#src/insects/Photograph.tsx'

/** One picture large, to draw on, with the other pictures of its lamp beside it. */
export default function DrawPage() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const known = Number.isSafeInteger(id) && id > 0
  const query = useCall(insectPictureCalls.get, { params: { id: known ? id : 0 } }, { enabled: known })
  const title = t('insects:draw.title')
  if (!known || query.error?.failure.status === 404)
    return (
      <Page title={title}>
        <EmptyState variant="noData" title={t('insects:draw.gone')} text={t('insects:draw.goneHint')} />
      </Page>
    )
  if (!query.data) return <Unread title={title} query={query} />
  const picture = query.data
  const { concentratorId, imei, lampName } = picture
  const time = momentText(picture.takenAt)
  if (concentratorId === null || imei === null)
    return (
      <Page title={title} windowTitle={`${time} ${title}`} lead={time}>
        <DrawingBoard key={id} picture={picture} />
      </Page>
    )
  return <OfLamp key={imei} picture={picture} lamp={{ id: concentratorId, eui: imei, name: lampName ?? imei }} />
}

/** A picture of a lamp: the lamp can be photographed, and its other pictures stand below. */
function OfLamp({ picture, lamp }: { picture: DrawnPicture; lamp: { id: number; eui: string; name: string } }) {
  const { t } = useTranslation()
  const photograph = usePhotograph(lamp)
  const { arrivedId } = photograph
  const time = momentText(picture.takenAt)
  return (
    <Page
      title={lamp.name}
      windowTitle={`${lamp.name} ${time.slice(5, 16)}`}
      lead={`${t('insects:draw.title')} · ${time}`}
      actions={
        <>
          <Button component={Link} to={devicePath('pest', lamp.id)} variant="outlined" sx={{ minHeight: 44 }}>
            {t('insects:toLamp')}
          </Button>
          {photograph.button}
        </>
      }
    >
      <Stack spacing={2}>
        {photograph.way}
        {arrivedId !== null && arrivedId !== picture.id && (
          <Alert
            severity="success"
            action={
              <Button color="inherit" component={Link} to={drawPath(arrivedId)}>
                {t('insects:show')}
              </Button>
            }
          >
            {t('insects:newPicture')}
          </Alert>
        )}
        <DrawingBoard key={picture.id} picture={picture} />
        <Section title={t('insects:pictures')}>
          <LampPictures imei={lamp.eui} current={picture.id} />
        </Section>
      </Stack>
    </Page>
  )
}
