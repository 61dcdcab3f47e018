import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InquiryInfo, type InquiryMessage, inquiryCalls } from '#contract/agriculture/inquiry'
import { call, isFailure } from '#src/api/call.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { Mark } from '#src/devices/Mark.tsx'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { momentText } from '#src/time/moment.ts'
import { toast } from '#src/ui/toast.ts'
import { Pictures, type SeenPictures } from './Pictures.tsx'

const THUMB = { width: 104, height: 78 }

/** What was asked and answered, the oldest first: questions at the left, answers at the right. */
export function Conversation({ of, mayAccept }: { of: InquiryInfo; mayAccept: boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { reread } = useSettle([inquiryCalls.get, inquiryCalls.page])
  const [seen, setSeen] = useState<SeenPictures | null>(null)
  const accept = async ({ messageId }: InquiryMessage) => {
    const asked = { title: t('agriculture:inquiry.acceptTitle'), text: t('agriculture:inquiry.acceptText') }
    if (!(await confirm({ ...asked, confirm: t('agriculture:inquiry.accept') }))) return
    const answer = await call(inquiryCalls.accept, { params: { id: of.inquiryId }, body: { messageId } })
    reread()
    if (!isFailure(answer)) toast('success', t('agriculture:inquiry.acceptDone'))
  }
  return (
    <>
      <Box role="log" aria-label={t('agriculture:inquiry.messages')}>
        <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none', gap: 2 }}>
          {of.messages.map((message) => (
            <Said key={message.messageId} message={message} onSee={setSeen} onAccept={mayAccept ? () => void accept(message) : null} />
          ))}
        </Stack>
      </Box>
      {seen !== null && <Pictures {...seen} onMove={(at) => setSeen({ ...seen, at })} onClose={() => setSeen(null)} />}
    </>
  )
}

function Said({
  message,
  onSee,
  onAccept,
}: {
  message: InquiryMessage
  onSee: (seen: SeenPictures) => void
  onAccept: (() => void) | null
}) {
  const { t } = useTranslation()
  const { kind, content, pictures, by, at, accepted } = message
  const isAnswer = kind === 'answer'
  return (
    <Stack component="li" sx={{ alignItems: isAnswer ? 'flex-end' : 'flex-start', gap: 0.5 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t(`agriculture:inquiry.${kind}`)} · {t('agriculture:inquiry.by', { name: by.name, when: momentText(at).slice(0, 16) })}
      </Typography>
      <Box
        sx={{
          maxWidth: '92%',
          px: 2,
          py: 1.25,
          borderRadius: 2,
          border: 1,
          borderColor: accepted ? 'success.main' : 'divider',
          bgcolor: isAnswer ? 'action.hover' : 'background.paper',
        }}
      >
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {content}
        </Typography>
        {pictures.length > 0 && (
          <Stack direction="row" sx={{ gap: 0.75, flexWrap: 'wrap', mt: 1 }}>
            {pictures.map((url, nth) => (
              <ButtonBase
                key={url}
                onClick={() => onSee({ pictures, at: nth, name: by.name })}
                sx={{ borderRadius: 1, overflow: 'hidden' }}
              >
                <AuthImage src={url} alt={t('agriculture:inquiry.picture', { number: nth + 1, name: by.name })} {...THUMB} />
              </ButtonBase>
            ))}
          </Stack>
        )}
      </Box>
      {accepted ? (
        <Mark icon={CheckIcon} color="success.main">
          {t('agriculture:inquiry.accepted')}
        </Mark>
      ) : (
        isAnswer &&
        onAccept !== null && (
          <Button size="small" onClick={onAccept}>
            {t('agriculture:inquiry.accept')}
          </Button>
        )
      )}
    </Stack>
  )
}
