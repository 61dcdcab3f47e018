import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { OwnRichText } from './OwnRichText.tsx'

const WIDTH = 820
const COVER = { width: 772, height: 434 }

interface Said {
  readonly title: string
  readonly coverPicture: string | null
  readonly content: string
  readonly label: string | null
  readonly articleSource: string | null
  readonly categoryName?: string | null
}

/** An article as its readers will see it, also before it is published. */
export function ArticlePreview({ of, onClose }: { of: Said; onClose: () => void }) {
  const { t } = useTranslation()
  const facts = [of.categoryName, of.label, t('news:page.source', { source: of.articleSource || '--' })].filter(Boolean)
  return (
    <Modal open onClose={onClose} width={WIDTH} title={t('news:article.previewOf', { title: of.title })}>
      {/* It may be longer than its window, and holds nothing else that takes the focus. */}
      <Box component="article" tabIndex={0}>
        <SecondaryText sx={{ mb: 2 }}>{facts.join(' · ')}</SecondaryText>
        {of.coverPicture !== null && (
          <AuthImage
            src={of.coverPicture}
            alt=""
            {...COVER}
            sx={{ borderRadius: 1, maxWidth: '100%', height: 'auto', aspectRatio: '16 / 9' }}
          />
        )}
        <OwnRichText html={of.content} />
      </Box>
    </Modal>
  )
}
