import { useTranslation } from 'react-i18next'
import { consultCalls } from '#contract/news/consult'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { dayText } from '#src/time/moment.ts'
import { RichText } from '#src/ui/RichText.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'

const WIDTH = 780

/** One article, read without leaving the page. */
export default function ArticleDialog({ articleId, onClose }: { articleId: number; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const article = useCall(consultCalls.get, { params: { id: articleId } })
  const { data } = article
  const facts = data && [
    data.categoryName,
    dayText(data.uploadDate),
    t('home:news.source', { source: data.articleSource ?? '--' }),
    `${t('home:news.read')} ${formatValue(data.readTime, i18n.language)}`,
  ]
  return (
    <Modal open onClose={onClose} title={data?.title ?? t('home:news.title')} width={WIDTH}>
      {article.isPending && <SkeletonList rows={6} height={20} />}
      {article.isError && (
        <ErrorState compact title={t('home:failed.article')} error={article.error} onRetry={() => void article.refetch()} />
      )}
      {data != null && (
        <article>
          <SecondaryText>{facts?.filter(Boolean).join(' · ')}</SecondaryText>
          <RichText html={data.content} />
        </article>
      )}
    </Modal>
  )
}
