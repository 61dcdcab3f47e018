import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataPushCalls, PUSH_DELETE, PUSH_EDIT, type PushFigures, type PushTarget, type SavedPush } from '#contract/organization/dataPush'
import { call, isFailure } from '#src/api/call.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { Age } from '#src/ui/Age.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { RenewDialog } from './RenewDialog.tsx'
import { ChangingNotice, FailingNotice } from './TargetNotices.tsx'
import { useWhyText } from './useWhyText.ts'

const COLORS = { off: 'default', calm: 'default', sending: 'success', failing: 'warning' } as const

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
    </div>
  )
}

/** One receiver with its figures, as they are now. */
export function TargetCard({
  of,
  figures,
  onEdit,
  onLetters,
  onRenewed,
}: {
  of: PushTarget
  figures: PushFigures | null
  onEdit: () => void
  onLetters: () => void
  onRenewed: (saved: SavedPush) => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const whyText = useWhyText()
  const titleId = useId()
  const remove = async () => {
    if (
      !(await confirm({
        title: t('organization:dataPush.remove'),
        text: t('organization:dataPush.removeAsk', { name: of.name }),
        color: 'error',
      }))
    )
      return
    const answer = await call(dataPushCalls.remove, { params: { id: of.id } })
    if (!isFailure(answer)) toast('success', t('organization:dataPush.removed'))
  }
  const [isRenewing, setRenewing] = useState(false)
  const word = (name: 'waiting' | 'perMinute' | 'delivered' | 'dropped' | 'letters' | 'success' | 'error') =>
    t(`organization:dataPush.figures.${name}`)
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Stack sx={{ gap: 1.5 }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Typography variant="h2" id={titleId} sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {of.name}
          </Typography>
          {figures && <Chip size="small" color={COLORS[figures.state]} label={t(`organization:dataPush.state.${figures.state}`)} />}
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t(`organization:dataPush.kind.${of.kind}`)} · {of.address}
        </Typography>
        <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
          {of.sources.map((source) => (
            <Chip key={source} size="small" variant="outlined" label={t(`organization:dataPush.source.${source}`)} />
          ))}
        </Stack>
        {figures && (
          <Stack component="dl" direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0 }}>
            <Figure name={word('waiting')}>
              {figures.waiting}
              {figures.oldestAt !== null && figures.waiting > 0 && (
                <>
                  {' '}
                  (<Age moment={figures.oldestAt} />)
                </>
              )}
            </Figure>
            <Figure name={word('perMinute')}>{figures.perMinute}</Figure>
            <Figure name={word('delivered')}>{figures.delivered}</Figure>
            <Figure name={word('dropped')}>{figures.dropped}</Figure>
            <Figure name={word('letters')}>{figures.deadLetters}</Figure>
            <Figure name={word('success')}>
              <Age moment={figures.successAt} />
            </Figure>
            {figures.why !== null && (
              <Figure name={word('error')}>
                <Age moment={figures.errorAt} /> · {whyText(figures.why, figures.code)}
              </Figure>
            )}
          </Stack>
        )}
        {figures && <FailingNotice of={of} figures={figures} />}
        {of.kind !== 'mqtt' && <ChangingNotice of={of} />}
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Permitted code={PUSH_EDIT}>
            <Button size="small" onClick={onEdit}>
              {t('organization:dataPush.edit')}
            </Button>
          </Permitted>
          <Button size="small" onClick={onLetters}>
            {word('letters')}
          </Button>
          {of.kind !== 'mqtt' && (
            <Permitted code={PUSH_EDIT}>
              <Button size="small" onClick={() => setRenewing(true)}>
                {t('organization:dataPush.renew')}
              </Button>
            </Permitted>
          )}
          <Permitted code={PUSH_DELETE}>
            <Button size="small" color="error" onClick={() => void remove()}>
              {t('organization:dataPush.remove')}
            </Button>
          </Permitted>
        </Stack>
      </Stack>
      {isRenewing && (
        <RenewDialog
          of={of}
          onClose={() => setRenewing(false)}
          onMade={(made) => {
            setRenewing(false)
            onRenewed(made)
          }}
        />
      )}
    </Card>
  )
}
