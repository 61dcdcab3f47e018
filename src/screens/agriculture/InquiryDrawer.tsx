import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InquiryInfo, inquiryCalls } from '#contract/agriculture/inquiry'
import { inquiryActs } from '#machines/agriculture/inquiry'
import { useCall } from '#src/api/useCall.ts'
import { momentText } from '#src/time/moment.ts'
import { QueryGate } from '#src/ui/QueryGate.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SideSheet } from '#src/ui/SideSheet.tsx'
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
  const query = useCall(inquiryCalls.get, { params: { id } }, { staleTime: 0 })
  useWindowTitle('over', query.data?.title ?? null)
  return (
    <SideSheet title={query.data?.title ?? t('agriculture:inquiry.title')} width={WIDTH} flush onClose={onClose}>
      <QueryGate
        compact
        query={query}
        waiting={
          <Stack sx={{ px: 3 }}>
            <SkeletonList rows={6} height={48} />
          </Stack>
        }
      >
        {(of) => <Opened of={of} />}
      </QueryGate>
    </SideSheet>
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
          <SecondaryText sx={{ overflowWrap: 'anywhere' }}>{place}</SecondaryText>
        </Stack>
        <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
          {t('agriculture:inquiry.to', { names: experts === '' ? t('agriculture:inquiry.anybody') : experts })}
        </SecondaryText>
      </Stack>
      <Stack sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: { xs: 2, sm: 3 }, py: 2, gap: 2 }}>
        <Conversation of={of} mayAccept={acts.includes('accept')} />
        {of.closedAt !== null && (
          <SecondaryText sx={{ textAlign: 'center', overflowWrap: 'anywhere' }}>
            {t('agriculture:inquiry.closedBy', { name: of.closedBy, when: momentText(of.closedAt) })}
            {of.closeReason !== null && ` ${t('agriculture:inquiry.because', { reason: of.closeReason })}`}
          </SecondaryText>
        )}
        <ReplyForm of={of} act={reply} onClosing={acts.includes('close') ? () => setClosing(true) : null} />
      </Stack>
      {closing && <CloseDialog of={of} onClose={() => setClosing(false)} />}
    </>
  )
}
