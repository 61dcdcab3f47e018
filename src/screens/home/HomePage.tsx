import { useTranslation } from 'react-i18next'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonCards } from '#src/ui/Skeletons.tsx'

export default function HomePage() {
  const { t } = useTranslation()
  return (
    <Page title={t('home:title')}>
      <SkeletonCards />
    </Page>
  )
}
