import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { article, type Article } from '#contract/news/article'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { ArticlePreview } from './ArticlePreview.tsx'
import { useAct } from './useAct.ts'

const WIDTH = 640
const { actions } = article

/** What an article said before; any of it can be looked at, and made the newest again. */
export function Versions({ of, onClose }: { of: Article; onClose: () => void }) {
  const { t } = useTranslation()
  const mayEdit = usePermission(article.codes.edit) === true
  const versions = useCall(actions.versions, { params: { id: of.consultId } })
  const [looked, setLooked] = useState<number | null>(null)
  const confirm = useConfirm()
  const act = useAct()
  const restore = async (version: number) => {
    const asked = {
      title: t('news:article.restoreVersionAsk', { version }),
      text: t('news:article.restoreVersionText'),
      confirm: t('news:article.restoreVersion'),
    }
    if (!(await confirm(asked))) return
    const body = { objectVersionNumber: of.objectVersionNumber }
    if (await act(call(actions.restoreVersion, { params: { id: of.consultId, version }, body }), t('news:article.restoredVersion')))
      onClose()
  }
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('news:article.versions')}>
      {versions.isPending && <SkeletonList rows={3} height={56} />}
      {versions.isError && <ErrorState compact error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data?.length === 0 && <EmptyState compact variant="pageNoContain" title={t('news:article.noVersions')} />}
      <List disablePadding>
        {versions.data?.map(({ version, title, replacedAt, replacedBy }) => (
          <ListItem key={version} divider disableGutters sx={{ gap: 1, flexWrap: 'wrap' }}>
            <ListItemText
              primary={`${t('news:article.versionOf', { version })} · ${title}`}
              secondary={
                replacedBy === null
                  ? t('news:article.replacedUnknown', { at: momentText(replacedAt) })
                  : t('news:article.replaced', { name: replacedBy, at: momentText(replacedAt) })
              }
            />
            <Stack direction="row">
              <Button onClick={() => setLooked(version)}>{t('news:article.preview')}</Button>
              {mayEdit && <Button onClick={() => void restore(version)}>{t('news:article.restoreVersion')}</Button>}
            </Stack>
          </ListItem>
        ))}
      </List>
      {looked !== null && <VersionPreview id={of.consultId} version={looked} onClose={() => setLooked(null)} />}
    </Modal>
  )
}

function VersionPreview({ id, version, onClose }: { id: number; version: number; onClose: () => void }) {
  const { data } = useCall(actions.version, { params: { id, version } })
  return data === undefined ? null : <ArticlePreview of={data} onClose={onClose} />
}
