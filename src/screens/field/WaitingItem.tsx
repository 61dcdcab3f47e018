import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useStore } from '#src/createStore.ts'
import { progress } from '#src/field/progress.ts'
import { sendQueue } from '#src/field/sender.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { keptIn } from '#src/kept/files.ts'
import { bodyOf, dropped, type Operation, retried, type Trouble, userOf } from '#src/kept/operation.ts'
import { changeQueue } from '#src/kept/queue.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { momentText } from '#src/time/moment.ts'
import { TaskNow } from './TaskNow.tsx'
import { useToLog } from './useToLog.ts'
import { ConflictChoice } from './ConflictChoice.tsx'

/** What it was that was done, in words. */
function useDeedWords({ deed, kind, sending: { body } }: Operation): string {
  const { t } = useTranslation()
  if (deed.does !== 'act') return t(`field:${deed.does}`)
  if (deed.verb === 'tick') return t(body['done'] === 1 ? 'field:tick' : 'field:untick', { step: String(body['step']) })
  return t(asWordKey(`farm:${kind}.verb.${deed.verb}`)) as string
}

/** One that waits: what it is, how far its pictures have come, and what has to be decided. */
export function WaitingItem({ one, isBehind }: { one: Operation; isBehind: boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const does = useDeedWords(one)
  const { trouble, title, writtenAt } = one
  const reason = useReason(trouble)
  const toLog = useToLog(one, does, reason)
  const giveUp = async () => {
    const isSure = await confirm({
      title: t('field:queue.dropTitle', { title: `${does} · ${title}` }),
      text: t(one.left && trouble === null ? 'field:queue.dropLeft' : 'field:queue.dropText'),
      confirm: t('field:queue.drop'),
      color: 'error',
    })
    if (isSure) await changeQueue(userOf(one), (queue) => dropped(queue, one.id))
  }
  const again = async () => {
    await changeQueue(userOf(one), (queue) => retried(queue, one.id))
    await sendQueue().catch(() => undefined)
  }
  return (
    <Card component="li" variant="outlined" sx={{ p: 2 }}>
      <Stack sx={{ gap: 1 }}>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          {does} · {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('field:queue.written', { at: momentText(writtenAt).slice(0, 16) })}
          {trouble === null && ` · ${t(isBehind ? 'field:queue.behind' : 'field:queue.waiting')}`}
        </Typography>
        <Pictures one={one} />
        {trouble?.why === 'refused' && <Alert severity="error">{t('field:queue.refused', { reason })}</Alert>}
        {trouble?.why === 'refused' && one.kind === 'task' && typeof one.record === 'number' && <TaskNow taskId={one.record} />}
        {trouble?.why === 'conflict' && <ConflictChoice one={one} conflicts={trouble.conflicts} />}
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap', '& > button': { whiteSpace: 'nowrap' } }}>
          {trouble?.why !== 'conflict' && (
            <Button color="error" onClick={() => void giveUp()}>
              {t('field:queue.drop')}
            </Button>
          )}
          {trouble?.why === 'refused' && toLog && one.kind !== 'farmLog' && (
            <Button onClick={() => void toLog()}>{t('field:queue.toLog')}</Button>
          )}
          {trouble?.why === 'refused' && (
            <Button variant="contained" onClick={() => void again()}>
              {t('field:queue.again')}
            </Button>
          )}
        </Stack>
      </Stack>
    </Card>
  )
}

function useReason(trouble: Trouble | null): string {
  const { t } = useTranslation()
  if (trouble?.why !== 'refused') return ''
  if (trouble.code === 'field.pictureGone') return t('field:queue.pictureGone')
  const beside = Object.values(trouble.fields)
  return beside.length > 0 ? beside.join('; ') : trouble.message === '' ? trouble.code : trouble.message
}

/** How far the pictures of an operation have come. */
function Pictures({ one }: { one: Operation }) {
  const { t } = useTranslation()
  const sent = useStore(progress)
  const addresses = keptIn(bodyOf(one))
  if (addresses.length === 0) return null
  const now = addresses.findIndex((address) => sent[address] !== undefined)
  const figures = sent[addresses[now] ?? '']
  if (figures === undefined) return <Typography variant="body2">{t('field:queue.pictures', { count: addresses.length })}</Typography>
  const percent = figures.total === 0 ? 0 : Math.floor((figures.sent / figures.total) * 100)
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Typography variant="body2">{t('field:queue.picture', { number: now + 1, count: addresses.length, percent })}</Typography>
      <LinearProgress variant="determinate" value={percent} />
    </Stack>
  )
}
