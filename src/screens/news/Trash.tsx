import DeleteSweep from '@mui/icons-material/DeleteSweepOutlined'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { article, type DeletedArticle, TRASH_DAYS } from '#contract/news/article'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useAct } from './useAct.ts'

const WIDTH = 680
const SHOWN = 200
const { actions } = article

/** The way to what was deleted, for those who may delete. */
export function TrashButton() {
  const { t } = useTranslation()
  const mayDelete = usePermission(article.codes.delete) === true
  const [open, setOpen] = useState(false)
  if (!mayDelete) return null
  return (
    <>
      <Button startIcon={<DeleteSweep />} onClick={() => setOpen(true)}>
        {t('news:article.trash')}
      </Button>
      {open && <Trash onClose={() => setOpen(false)} />}
    </>
  )
}

/** Deleted articles: each can be brought back, or deleted for good. */
function Trash({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const trash = useCall(actions.trash, { query: { page: 1, size: SHOWN } })
  const confirm = useConfirm()
  const act = useAct()
  const restore = (id: number) => act(call(actions.restore, { params: { id } }), t('news:article.restored'))
  const forget = async ({ consultId: id, title }: DeletedArticle) => {
    const asked = { title: t('news:article.forgetAsk', { title }), text: t('news:article.forgetText'), confirm: t('news:article.forget') }
    if (await confirm({ ...asked, color: 'error' })) await act(call(actions.forget, { params: { id } }), t('news:article.forgotten'))
  }
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('news:article.trash')}>
      <SecondaryText>{t('news:article.trashLead', { days: TRASH_DAYS })}</SecondaryText>
      {trash.isPending && <SkeletonList rows={3} height={56} />}
      {trash.isError && <ErrorState compact error={trash.error} onRetry={() => void trash.refetch()} />}
      {trash.data?.content.length === 0 && <EmptyState compact variant="pageNoContain" title={t('news:article.trashEmpty')} />}
      <List disablePadding>
        {trash.data?.content.map((one) => {
          const times = { at: momentText(one.deletedAt), gone: momentText(one.goneAt) }
          return (
            <ListItem key={one.consultId} divider disableGutters sx={{ gap: 1, flexWrap: 'wrap' }}>
              <ListItemText
                primary={one.title}
                secondary={
                  one.deletedBy === null
                    ? t('news:article.deletedUnknown', times)
                    : t('news:article.deletedAt', { name: one.deletedBy, ...times })
                }
              />
              <Stack direction="row">
                <Button onClick={() => void restore(one.consultId)}>{t('news:article.restore')}</Button>
                <Button color="error" onClick={() => void forget(one)}>
                  {t('news:article.forget')}
                </Button>
              </Stack>
            </ListItem>
          )
        })}
      </List>
    </Modal>
  )
}
