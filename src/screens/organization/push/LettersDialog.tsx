import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataPushCalls, PUSH_DELETE, PUSH_EDIT, type PushLetter, type PushTarget } from '#contract/organization/dataPush'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { toast } from '#src/ui/toast.ts'
import { useWhyText } from './useWhyText.ts'

const WIDTH = 720
const SIZE = 10
const SIZES = [SIZE]

/** What a receiver refused: looked at, sent again, or forgotten. */
export function LettersDialog({ of, onClose }: { of: PushTarget; onClose: () => void }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const letters = useCall(
    dataPushCalls.letters,
    { params: { id: of.id }, query: { page, size: SIZE } },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('organization:dataPush.letters.title', { name: of.name })}>
      <Stack sx={{ gap: 1.5 }}>
        {letters.isError && !letters.data && (
          <ErrorState title={t('organization:dataPush.failed')} error={letters.error} onRetry={() => void letters.refetch()} />
        )}
        {letters.data?.totalElements === 0 && <EmptyState variant="pageNoContain" title={t('organization:dataPush.letters.empty')} />}
        <Stack component="ul" sx={{ m: 0, p: 0, gap: 1.5, listStyle: 'none' }}>
          {letters.data?.content.map((letter) => (
            <Letter key={letter.deliveryId} of={letter} targetId={of.id} />
          ))}
        </Stack>
        {(letters.data?.totalElements ?? 0) > SIZE && (
          <Pager
            total={letters.data?.totalElements ?? 0}
            paging={{ page, size: SIZE }}
            sizes={SIZES}
            onPaging={({ page: next }) => setPage(next)}
          />
        )}
      </Stack>
    </Modal>
  )
}

function Letter({ of, targetId }: { of: PushLetter; targetId: number }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const whyText = useWhyText()
  const [isShown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const params = { id: targetId, uuid: of.deliveryId }
  const body = useCall(dataPushCalls.letter, { params }, { enabled: isShown })
  const resend = async () => {
    setBusy(true)
    const answer = await call(dataPushCalls.resend, { params })
    setBusy(false)
    if (!isFailure(answer)) toast('success', t('organization:dataPush.letters.resent'))
  }
  const drop = async () => {
    if (
      !(await confirm({ title: t('organization:dataPush.letters.drop'), text: t('organization:dataPush.letters.dropAsk'), color: 'error' }))
    )
      return
    await call(dataPushCalls.dropLetter, { params })
  }
  const facts = [
    [t('organization:dataPush.letters.at'), momentText(of.deadAt)],
    [t('organization:dataPush.letters.records'), of.records],
    [t('organization:dataPush.letters.why'), whyText(of.why, of.code)],
    [t('organization:dataPush.letters.said'), of.said],
  ] as const
  return (
    <Box component="li" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <div key={name}>
              <SecondaryText variant="caption">{name}</SecondaryText>
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {value}
              </Typography>
            </div>
          ),
        )}
        {of.resent && <Chip size="small" label={t('organization:dataPush.letters.marked')} />}
      </Stack>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', pt: 1 }}>
        <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t('organization:dataPush.letters.show')}
        </Button>
        <Permitted code={PUSH_EDIT}>
          <Button size="small" loading={busy} onClick={() => void resend()}>
            {t('organization:dataPush.letters.resend')}
          </Button>
        </Permitted>
        <Permitted code={PUSH_DELETE}>
          <Button size="small" color="error" onClick={() => void drop()}>
            {t('organization:dataPush.letters.drop')}
          </Button>
        </Permitted>
      </Stack>
      {isShown && body.data && <Body label={t('organization:dataPush.letters.body')} text={body.data.body} />}
    </Box>
  )
}

const SHOWN = 20_000
/** What is sent, as much as one looks at. */
export function Body({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      <Box
        component="pre"
        tabIndex={0}
        sx={{
          m: 0,
          mt: 1,
          p: 1,
          maxHeight: 260,
          overflow: 'auto',
          borderRadius: 1,
          bgcolor: 'action.hover',
          typography: 'caption',
          fontFamily: 'monospace',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
      </Box>
    </section>
  )
}
