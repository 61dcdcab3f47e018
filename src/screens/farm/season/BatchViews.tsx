import ListIcon from '@mui/icons-material/FormatListBulletedOutlined'
import SeasonIcon from '@mui/icons-material/ViewTimelineOutlined'
import { useTranslation } from 'react-i18next'
import { ViewChoice } from '../ViewChoice.tsx'

/** The ways to look at batches. */
export function BatchViews() {
  const { t } = useTranslation()
  const list = { name: 'list', icon: ListIcon, words: t('farm:season.list') }
  return <ViewChoice views={[list, { name: 'season', icon: SeasonIcon, words: t('farm:season.title') }]} label={t('farm:season.views')} />
}
