import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InquiryInfo, inquiryCalls } from '#contract/agriculture/inquiry'
import { inquiryActs } from '#machines/agriculture/inquiry'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/ui/moment.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useWindowTitle } from '#src/ui/windowTitle.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { Conversation } from './Conversation.tsx'
import { InquiryMark } from './InquiryMark.tsx'
import { ReplyForm } from './ReplyForm.tsx'

const WIDTH = 640

/** An inquiry as a conversation, beside the list; in the hand it has the screen to itself. */
export function InquiryDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const query = useCall(inquiryCalls.get, { params: { id } }, { staleTime: 0 })
  useWindowTitle('over', query.data?.title ?? null)
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: { xs: '100%', sm: WIDTH } } } }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1, px: { xs: 2, sm: 3 }, pt: 2, pb: 1 }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', pt: 1 }}>
          {query.data?.title ?? t('agriculture:inquiry.title')}
        </Typography>
        <IconButton aria-label={t('crud:close')} onClick={onClose}>
          <Close />
        </IconButton>
      </Stack>
      {query.isError && !query.data ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Opened of={query.data} />
      ) : (
        <Stack sx={{ px: 3 }}>
          <SkeletonList rows={6} height={48} />
        </Stack>
      )}
    </Drawer>
  )
}

function Opened({ of }: { of: InquiryInfo }) {
  const { t } = useTranslation()
  const [closing, setClosing] = useState(false)
  const acts = inquiryActs(of.state, of)
  const place = [of.areaName, of.landName, of.batchName].filter(Boolean).join(' · ')
  const experts = of.experts.map(({ name }) => name).join(t('agriculture:inquiry.and'))
  const reply = acts.includes('ask') ? 'ask' : acts.includes('answer') ? 'answer' : null
  return (
    <>
      <Stack sx={{ px: { xs: 2, sm: 3 }, pb: 1.5, gap: 0.5, borderBottom: 1, borderColor: 'divider' }}>
        <Stack direction="row" sx={{ columnGap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <InquiryMark state={of.state} />
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {place}
          </Typography>
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('agriculture:inquiry.to', { names: experts === '' ? t('agriculture:inquiry.anybody') : experts })}
        </Typography>
      </Stack>
      <Stack sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: { xs: 2, sm: 3 }, py: 2, gap: 2 }}>
        <Conversation of={of} mayAccept={acts.includes('accept')} />
        {of.closedAt !== null && (
          <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', overflowWrap: 'anywhere' }}>
            {t('agriculture:inquiry.closedBy', { name: of.closedBy, when: momentText(of.closedAt) })}
            {of.closeReason !== null && ` ${t('agriculture:inquiry.because', { reason: of.closeReason })}`}
          </Typography>
        )}
        <ReplyForm of={of} act={reply} onClosing={acts.includes('close') ? () => setClosing(true) : null} />
      </Stack>
      {closing && <CloseDialog of={of} onClose={() => setClosing(false)} />}
    </>
  )
}
