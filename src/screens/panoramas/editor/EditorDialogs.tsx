import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorEvent } from '#machines/panoramas/editorEvents'
import { Modal } from '#src/ui/Modal.tsx'
import { useHotspotWords } from '../viewer/useHotspotWords.ts'
import type { EditorSnapshot } from './useEditor.ts'

const WIDTH = 440

interface Choice {
  readonly words: string
  readonly event: EditorEvent
  readonly color?: 'error'
}

/** What the editor asks: before another scene, before leaving, before a removal, and where somebody else saved first. */
export function EditorDialogs({ snapshot, send }: { snapshot: EditorSnapshot; send: (event: EditorEvent) => void }) {
  const { t } = useTranslation()
  const { titleOf } = useHotspotWords()
  const { context } = snapshot
  const { scene, draft } = context.history.now
  const ask = (title: string, text: ReactNode, close: EditorEvent, choices: readonly Choice[]) => (
    <Modal
      open
      keepOpen
      width={WIDTH}
      title={title}
      onClose={() => send(close)}
      actions={choices.map(({ words, event, color }, at) => (
        <Button
          key={words}
          color={color ?? 'primary'}
          variant={at === choices.length - 1 ? 'contained' : 'text'}
          onClick={() => send(event)}
        >
          {words}
        </Button>
      ))}
    >
      <Typography>{text}</Typography>
    </Modal>
  )
  if (snapshot.matches({ open: { doing: 'askingSwitch' } }))
    return ask(t('panoramas:edit.switchTitle'), t('panoramas:edit.switchText', { name: scene?.scenesName ?? '' }), { type: 'ask.stay' }, [
      { words: t('panoramas:edit.stay'), event: { type: 'ask.stay' } },
      { words: t('panoramas:edit.drop'), event: { type: 'ask.drop' }, color: 'error' },
      { words: t('panoramas:edit.save'), event: { type: 'ask.save' } },
    ])
  if (snapshot.matches({ open: { doing: 'askingLeave' } }))
    return ask(
      t('panoramas:edit.leaveTitle'),
      t(draft === null ? 'panoramas:edit.leaveText' : 'panoramas:edit.leaveDraft'),
      { type: 'ask.stay' },
      [
        { words: t('panoramas:edit.stay'), event: { type: 'ask.stay' } },
        { words: t('panoramas:edit.drop'), event: { type: 'ask.drop' }, color: 'error' },
        ...(draft === null ? [{ words: t('panoramas:edit.save'), event: { type: 'ask.save' } } as const] : []),
      ],
    )
  if (snapshot.matches({ open: { doing: 'askingRemoval' } })) {
    const { removing } = context
    const hotspot = removing?.what === 'hotspot' ? scene?.hotspots.find(({ name }) => name === removing.name) : undefined
    const removed = removing?.what === 'scene' ? context.scenes.find(({ scenesId }) => scenesId === removing.scenesId) : undefined
    return ask(
      hotspot
        ? t('panoramas:edit.removeHotspotTitle', { name: titleOf(hotspot) })
        : t('panoramas:edit.removeSceneTitle', { name: removed?.scenesName ?? '' }),
      t(hotspot ? 'panoramas:edit.removeHotspotText' : 'panoramas:edit.removeSceneText'),
      { type: 'removal.cancel' },
      [
        { words: t('frame:act.cancel'), event: { type: 'removal.cancel' } },
        { words: t('crud:delete'), event: { type: 'removal.confirm' }, color: 'error' },
      ],
    )
  }
  if (snapshot.matches({ open: { doing: { conflict: 'reading' } } }))
    return (
      <Modal open keepOpen width={WIDTH} title={t('panoramas:edit.conflictTitle')} onClose={() => undefined}>
        <Typography gutterBottom>{t('panoramas:edit.conflictReading')}</Typography>
        <LinearProgress aria-label={t('panoramas:edit.conflictReading')} />
      </Modal>
    )
  if (snapshot.matches({ open: { doing: { conflict: 'unread' } } }))
    return ask(t('panoramas:edit.conflictTitle'), context.failure?.message ?? t('panoramas:edit.failed'), { type: 'conflict.later' }, [
      { words: t('panoramas:edit.later'), event: { type: 'conflict.later' } },
      { words: t('panoramas:viewer.retry'), event: { type: 'retry' } },
    ])
  if (snapshot.matches({ open: { doing: { conflict: 'asking' } } }))
    return ask(t('panoramas:edit.conflictTitle'), t('panoramas:edit.conflictText'), { type: 'conflict.later' }, [
      { words: t('panoramas:edit.later'), event: { type: 'conflict.later' } },
      { words: t('panoramas:edit.theirs'), event: { type: 'conflict.theirs' } },
      { words: t('panoramas:edit.mine'), event: { type: 'conflict.mine' } },
    ])
  return null
}
