import ReplayIcon from '@mui/icons-material/Replay'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { insectLampCalls } from '#contract/insects/insectLamp'
import { insectPictureCalls, type Picture } from '#contract/insects/picture'
import { queryKeyOf, useCallMutation } from '#src/api/useCall.ts'
import { momentText } from '#src/time/moment.ts'

/** How far a picture has come: counted, told apart and by which model, failed and why, and who drew over it; and another try. */
export function PictureStanding({ picture, mayAct }: { picture: Picture; mayAct: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const again = useCallMutation(insectLampCalls.reIdentify, {
    onSuccess: (answer) => queries.setQueryData(queryKeyOf(insectPictureCalls.get, { params: { id: answer.id } }), answer),
  })
  const { state, reason } = picture
  const waiting = state === 'waiting'
  const words = waiting
    ? t('insects:state.waiting')
    : state === 'failed'
      ? t('insects:state.failed', { reason: t(`insects:reason.${reason ?? 'modelFailed'}`) })
      : state === 'classified'
        ? t('insects:state.classified', { model: picture.model ?? '' })
        : t('insects:state.counted')
  return (
    <Alert
      severity={state === 'failed' ? 'error' : state === 'classified' ? 'success' : 'info'}
      aria-live="polite"
      // On a phone the button stands below the words.
      sx={{
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: 1 },
        '& .MuiAlert-action': { alignItems: 'center', pt: 0 },
      }}
      action={
        mayAct && (
          <Button
            color="inherit"
            startIcon={<ReplayIcon />}
            loading={again.isPending || waiting}
            loadingPosition="start"
            sx={{ whiteSpace: 'nowrap', minHeight: 44 }}
            onClick={() => again.mutate({ body: { pictureId: picture.id } })}
          >
            {t('insects:again')}
          </Button>
        )
      }
    >
      <Stack>
        <span>{words}</span>
        {picture.corrected && (
          <Typography variant="body2" component="span">
            {t('insects:corrected', { name: picture.correctedBy ?? t('insects:draw.somebody') })}
          </Typography>
        )}
        {picture.identifiedAt !== null && !waiting && (
          <Typography variant="caption" component="span">
            {t('insects:identifiedAt', { time: momentText(picture.identifiedAt) })}
          </Typography>
        )}
      </Stack>
    </Alert>
  )
}
